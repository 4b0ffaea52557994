"""Check the proofs in ``proofs/`` with Coq, from nothing: ``python tools/proofs.py [--store | --install]``.

Every file is compiled in a temporary folder. Then Coq is asked what each theorem says and on which axioms it rests.
This fails where a file does not compile, where an axiom is none of `ALLOWED`, where a theorem does not say what of the
book it proves, and where ``proofs/checked.json`` is not what Coq says; ``--store`` writes that file instead. The book's
pages are built from it, so that a reader needs no Coq. If there is none, Debian's is installed where this is root's
machine. Only Python's standard library is needed.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import debian

FOLDER = Path(__file__).resolve().parents[1] / "proofs"
STORED = FOLDER / "checked.json"
#: What a theorem may rest on: the axioms of Coq's standard library, by which it has real numbers and their analysis.
ALLOWED = {
    "ClassicalDedekindReals.sig_forall_dec": "of a sequence of decidable statements one fails, or all hold",
    "ClassicalDedekindReals.sig_not_dec": "a statement or its negation is not false",
    "FunctionalExtensionality.functional_extensionality_dep": "functions with the same values are equal",
    "Classical_Prop.classic": "a statement or its negation is true; the library's calculus uses it",
}
FORBIDDEN = r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Abort|bypass_check|Declare\s+ML\s+Module|" \
            r"Unset\s+(?:Guard|Positivity|Universe)\s+Checking)\b"
OUTSIDE = r"\b(Variables?|Hypothes[ie]s|Context)\b"
FIELDS = ("book", "part", "bound", "neutral", "threshold", "words")
NEEDED = {"book", "part", "words"}


class Failed(Exception):
    """What is wrong, in words."""


def without_comments(text: str) -> str:
    """A file's text with its comments, which may be nested, replaced by blanks; lines stay where they are."""
    result, depth, i = [], 0, 0
    while i < len(text):
        mark = text[i:i + 2]
        if mark == "(*" or depth and mark == "*)":
            depth += 1 if mark == "(*" else -1
            result.append("  ")
            i += 2
        else:
            result.append(text[i] if not depth or text[i] == "\n" else " ")
            i += 1
    return "".join(result)


def forbidden(text: str) -> list[str]:
    """The commands in a file by which something would hold without a proof."""
    depth, found = 0, []
    code = without_comments(text)
    for sentence in re.split(r"\.(?=\s|$)", code):
        words = sentence.split()
        depth += words[:1] == ["Section"]
        depth -= words[:1] == ["End"]
        found += re.findall(FORBIDDEN, sentence)
        if words and re.fullmatch(OUTSIDE, words[0]) and depth <= 0:
            found.append(words[0] + " outside a section")
    return found


def theorems(text: str) -> list[dict]:
    """Each ``Theorem`` of a file: its name, line, and the fields of the comment directly above it."""
    found = []
    for match in re.finditer(r"^Theorem (\w+)", without_comments(text), re.M):
        line = text.count("\n", 0, match.start()) + 1
        comment = re.search(r"\(\*((?:(?!\*\)).)*)\*\)\n\Z", text[:match.start()], re.S)
        fields = {}
        for part in re.split(r"\n   (?=\w+: )", comment[1].strip() if comment else ""):
            name, _, value = part.partition(": ")
            fields[name] = " ".join(value.split())
        if not NEEDED <= set(fields) <= set(FIELDS):
            raise Failed(f"{match[1]}, line {line}: the comment above has the fields {sorted(fields)}, not book, "
                         "part and words, and perhaps bound, neutral and threshold")
        found.append({"theorem": match[1], "line": line, **{name: fields[name] for name in FIELDS if name in fields}})
    return found


def sources(folder: Path = FOLDER) -> list[Path]:
    """The files, each after those that it requires."""
    needs = {path.stem: re.findall(r"\w+", " ".join(re.findall(r"From OCO Require (?:Export|Import) ([^.]*)\.",
                                                               path.read_text("utf8"))))
             for path in sorted(folder.glob("*.v"))}
    order: list[str] = []

    def add(name):
        for other in needs[name]:
            if other not in order:
                add(other)
        if name not in order:
            order.append(name)

    for name in needs:
        add(name)
    return [folder / f"{name}.v" for name in order]


def coqc(path: Path) -> str:
    """What Coq prints while it compiles a file, which lies in the folder of the files it requires."""
    done = subprocess.run(["coqc", "-q", "-R", ".", "OCO", path.name], cwd=path.parent, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{path.name}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def _answers(folder: Path, lines: list[str]) -> list[str]:
    """What Coq prints after each "@" that these lines let it print."""
    question = folder / "question.v"
    question.write_text("\n".join(["Require Import Reals.", *lines]) + "\n", encoding="utf8")
    return coqc(question).split("@\n")[1:]


SIGN = 'Goal True. idtac "@". Abort.'


def statements(path: Path, names: list[str]) -> list[str]:
    """What theorems of a compiled file say, as Coq prints it."""
    lines = [line for name in names for line in (SIGN, f"Check @{path.stem}.{name}.")]
    found = []
    for answer in _answers(path.parent, [f"From OCO Require Import {path.stem}.", "Set Printing Width 88.", *lines]):
        statement = re.sub(r"\A\S+\s*: ", "", answer).rstrip()
        statement = re.sub(r"^       ", "", statement, flags=re.M)
        found.append(re.sub(r" +$", "", statement, flags=re.M))
    return found


def assumptions(folder: Path, groups: list[list[str]]) -> list[list[str]]:
    """The axioms on which the theorems of each group, as file.theorem, rest together."""
    if not groups:
        return []
    files = sorted({name.partition(".")[0] for group in groups for name in group})
    lines = [f"From OCO Require {' '.join(files)}."]
    for i, group in enumerate(groups):
        together = ", ".join(f"@{name}" for name in group)
        lines += [f"Definition group{i} := (I, {together}).", SIGN, f"Print Assumptions group{i}."]
    found = []
    for answer in _answers(folder, lines):
        if "Axioms:" not in answer and "Closed under" not in answer:
            raise Failed(f"{', '.join(files)}: {answer}")
        found.append(sorted(re.findall(r"^([A-Z][\w.]*)\s*:", answer.replace("Axioms:", ""), re.M)))
    return found


def checked(folder: Path = FOLDER, say=lambda text: None) -> list[dict]:
    """All theorems, proved anew. Raises `Failed`."""
    result = []
    with tempfile.TemporaryDirectory() as name:
        for path in sources(folder):
            start = time.monotonic()
            text = path.read_text("utf8")
            if found := forbidden(text):
                raise Failed(f"{path.name}: {', '.join(found)}")
            copy = Path(name) / path.name
            shutil.copy(path, copy)
            coqc(copy)
            here = theorems(text)
            names = [theorem["theorem"] for theorem in here]
            axioms = assumptions(copy.parent, [[f"{path.stem}.{name}"] for name in names])
            for theorem, statement, rests in zip(here, statements(copy, names), axioms, strict=True):
                if other := set(rests) - set(ALLOWED):
                    raise Failed(f"{path.name}: {theorem['theorem']} rests on {', '.join(sorted(other))}")
                del theorem["line"]
                result.append({"file": path.stem, **theorem, "statement": statement, "assumptions": rests})
            say(f"{path.name}: {len(text.splitlines())} lines, {len(here)} theorems, {time.monotonic() - start:.1f} s")
    return result


def version() -> str:
    return re.search(r"version (\S+)", subprocess.run(["coqc", "--version"], capture_output=True, text=True).stdout)[1]


def written(found: list[dict], coq: str) -> str:
    return json.dumps({"coq": coq, "axioms": ALLOWED, "theorems": found}, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--store", action="store_true", help="write proofs/checked.json, from which pages are built")
    parser.add_argument("--install", action="store_true", help="only install Coq where that can be done")
    args = parser.parse_args()
    if not shutil.which("coqc"):
        try:
            debian.install(["coq"], "The proofs need Coq: install it (Debian: apt-get install coq).")
        except SystemExit as missing:
            if not args.install:
                raise
            print(missing, "Their tests are skipped.")
    if args.install:
        return
    start = time.monotonic()
    try:
        found = checked(say=lambda text: print(text, flush=True))
    except Failed as failed:
        sys.exit(str(failed))
    if args.store:
        STORED.write_text(written(found, version()), encoding="utf8", newline="\n")
    elif json.loads(STORED.read_text("utf8"))["theorems"] != found:
        sys.exit("proofs/checked.json is not what Coq says: python tools/proofs.py --store")
    print("They rest on:")
    for name in sorted({name for theorem in found for name in theorem["assumptions"]}):
        print(f"  {name}: {ALLOWED[name]} ({sum(name in t['assumptions'] for t in found)} theorems)")
    print(f"{len(found)} theorems are proved ({time.monotonic() - start:.0f} s, Coq {version()}).")


if __name__ == "__main__":
    main()
