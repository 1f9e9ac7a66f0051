"""Tools: programs outside this one, behind functions: git, the site builders."""
