"""`python -m kb.cli`: the same as the command `kb`."""

from kb.cli import main

if __name__ == "__main__":
    main()
