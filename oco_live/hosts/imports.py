"""What a file of this repository imports, read from its source without running it."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def statements(path, root=ROOT, top_level_only=False):
    """(module, name or None) of all that a file imports, the module as a dotted name: relative imports resolved."""
    return _statements(path.read_text(encoding="utf-8"), path.relative_to(root).parent.parts, top_level_only)


@cache  # a file is asked about once for each that needs it
def _statements(text, package, top_level_only):
    found, tree = [], ast.parse(text)
    for node in tree.body if top_level_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            found += [(".".join((*base, *filter(None, [node.module]))), alias.name) for alias in node.names]
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            if getattr(node.func, "attr", getattr(node.func, "id", "")) in ("import_module", "__import__"):
                found.append((node.args[0].value.lstrip("."), None))
    return tuple(found)


def names(path, root=ROOT, top_level_only=False):
    """Every module that a file imports, as a dotted name; `from a import b` counts as a and as a.b."""
    found = set(statements(path, root, top_level_only))
    return {module for module, _ in found} | {f"{module}.{name}" for module, name in found if name not in (None, "*")}


def needed(paths, root=ROOT):
    """These files and all files of the repository that they need, directly or not, as paths.

    A name that is a module counts as that module, and not as its package, whose ``__init__`` may import everything; of
    a package that is imported whole, those modules count that define what is asked of it, as in ``bounds.ogd``:
    all of them where it is used in another way, as in ``getattr(bounds, name)``.
    """
    found, waiting = set(), list(paths)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _used(path, root)
    return found


def packages(paths):
    """The ``__init__`` files without which these files could not be imported."""
    return {folder / "__init__.py" for path in paths for folder in path.parents if (folder / "__init__.py").is_file()}


def _used(path, root):
    """The files that one file takes something from."""
    for module, name in statements(path, root):
        base = root.joinpath(*module.split("."))
        if base.with_suffix(".py").is_file():
            yield base.with_suffix(".py")
        elif (base / "__init__.py").is_file() and name:
            if (base / f"{name}.py").is_file():
                yield base / f"{name}.py"
            elif (base / name / "__init__.py").is_file():
                asked, offered = _asked(path.read_text(encoding="utf-8"), name), _offered(base / name, root)
                yield from map(offered.get, asked) if asked and asked <= set(offered) else (base / name).glob("*.py")
            elif name in _offered(base, root):
                yield _offered(base, root)[name]


@cache
def _asked(text, name):
    """What a file asks of something that it calls by this name: attributes, and None if it uses the name otherwise."""
    nodes = list(ast.walk(ast.parse(text)))
    asked = [node for node in nodes if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == name]
    used = sum(isinstance(node, ast.Name) and node.id == name for node in nodes)
    return {node.attr for node in asked} | ({None} if used > len(asked) else set())


def _offered(package, root):
    """Name -> the module that a package's ``__init__`` takes it from, or that module itself where the name is one."""
    found = {}
    for module, name in statements(package / "__init__.py", root):
        base = root.joinpath(*module.split("."))
        if base.is_relative_to(package) and base != package:
            for one in public(base.with_suffix(".py")) if name == "*" else [name]:
                found[one] = base / f"{one}.py" if (base / f"{one}.py").is_file() else base.with_suffix(".py")
    return found


def public(path):
    """The names in a module's ``__all__``, which is a list of them."""
    return _public(path.read_text(encoding="utf-8"))


@cache
def _public(text):
    return next(ast.literal_eval(line.value) for line in ast.parse(text).body
                if isinstance(line, ast.Assign) and line.targets[0].id == "__all__")
