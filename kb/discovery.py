"""Discovery: a package's plug-ins are its public modules; adding one is adding a file."""

import importlib
import importlib.util
import pkgutil
from types import ModuleType


def plugin_names(package: str) -> tuple[str, ...]:
    """The names of a package's public modules, sorted; a leading underscore keeps a module out. The package is named,
    so that it need not be imported."""
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return tuple(sorted(info.name for info in pkgutil.iter_modules(places or ()) if not info.name.startswith("_")))


def plugins(package: ModuleType) -> tuple[ModuleType, ...]:
    """The public modules of a package in order of name."""
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in plugin_names(package.__name__))
