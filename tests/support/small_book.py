"""A book of one page, built with the book's own configuration: `build`, and a page with `GOOD` text of every kind."""

import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["GOOD", "build"]
ROOT = Path(__file__).resolve().parents[2]


def build(tmp_path, text, configured=lambda config: config, name="index.md"):
    """Build a book of one page, of this name, with the book's own configuration, changed by a function; (return code,
    what it said)."""
    source = tmp_path / "a book"  # with a space
    source.mkdir()
    shutil.copy(ROOT / "references.bib", source)
    (source / "_config.yml").write_text(configured((ROOT / "_config.yml").read_text("utf8")), "utf8")
    (source / "_ext").symlink_to(ROOT / "_ext")
    (source / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    (source / name).write_text(text, encoding="utf8")
    done = subprocess.run([sys.executable, ROOT / "tools" / "build.py", "--source", source, "--output", source],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


GOOD = r"""# A page with $\eta$

The regret {eq}`regret` in {prf:ref}`T3`, for {prf:ref}`A1`; see {cite:t}`zinkevich_2003` and {ref}`solution <answer>`.

$$
R_T = \sum_{t=1}^T \ell_t(w_t)
$$ (regret)

```{prf:theorem} Bound
:label: T3
$R_T \le 1$.
```

```{prf:proof}
By hand.
```

```{prf:proof}
By machine.
```

```{prf:algorithm} OGD
:label: A1
$w_{t+1} = w_t$
```

```{exercise}
:label: question
Why?
```

```{solution} question
:label: answer
:class: dropdown
Because.
```

```{bibliography}
```
"""
