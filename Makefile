# The book's commands. Only Python 3.11 or newer is needed; everything else goes into .venv.

PYTHON ?= python3
PORT   ?= 8000
VENV    = .venv/bin/python

# JupyterLab asks no other host for news, and refuses to run as root (in a container, say) unless told.
LAB     = --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate $(if $(filter 0,$(shell id -u)),--allow-root)

# The notebooks' kernel is that of .venv, whatever else this user has installed.
export JUPYTER_PREFER_ENV_PATH = 1
# Matplotlib's list of fonts, too: one that another environment left behind names fonts that are gone, and notebooks
# would then print warnings.
export MPLCONFIGDIR = $(CURDIR)/.cache/matplotlib

# Python keeps what it has compiled, whatever the shell says: a build and the tests start hundreds of Pythons, and each
# would compile all packages anew.
unexport PYTHONDONTWRITEBYTECODE

PREVIEW = $(if $(filter 0,$(SERVE)),--no-serve)

.DEFAULT_GOAL = help
.PHONY: help book build page explorer check serve pdf picture test browsers proofs lab refresh bench environment environment-test clean

help:
	@echo "make book     build the book, serve it on this machine, print its address"
	@echo "make page P=chapters/kernels    one page, as it is being written (SERVE=0: only build it)"
	@echo "make explorer NAME=kernels      one explorer, likewise"
	@echo "make check    a minute: style, the core, the explorers, the view; no book is built"
	@echo "make test     everything that proves it right (installs Debian's Chromium and Coq if root and none is there)"
	@echo "make browsers the built book in Firefox and in WebKit, Safari's engine (installs Debian's if root)"
	@echo "make proofs   the proofs in Coq, from nothing (installs Debian's Coq if root and none is there)"
	@echo "make build    the static book, in _build/html"
	@echo "make pdf      the whole book as one PDF, _build/oco.pdf (needs a Chromium, like make test)"
	@echo "make picture  README's picture, from the built book (needs a Chromium)"
	@echo "make lab      the notebooks in JupyterLab"
	@echo "make refresh  execute the notebooks and store their outputs"
	@echo "make bench    the measurements in benchmarks/"
	@echo "make clean    remove what was built (not .venv, not .cache)"

book: build
	@$(VENV) tools/serve.py --port $(PORT)

build: environment
	@$(VENV) tools/build.py

pdf: environment-test
	@$(VENV) tools/chromium.py
	@$(VENV) tools/build.py
	@$(VENV) tools/pdf.py

picture: environment-test
	@$(VENV) tools/chromium.py
	@$(VENV) tools/build.py
	@$(VENV) tools/picture.py

# While writing: one page, or one explorer; SERVE=0 only builds.
page: environment
	@$(VENV) tools/preview.py page "$(P)" --port $(PORT) $(PREVIEW)

explorer: environment
	@$(VENV) tools/preview.py explorer "$(NAME)" --port $(PORT) $(PREVIEW)

serve:
	@$(PYTHON) tools/serve.py --port $(PORT)

check: environment-test
	@OPENBLAS_NUM_THREADS=1 $(VENV) tools/check.py

# One run of pytest, so that its closing line is the last one. Two workers share the cores; BLAS need not. They take
# whole files in the order of tests/conftest.py, the longest first.
test: environment-test
	@$(VENV) tools/chromium.py
	@$(VENV) tools/proofs.py --install
	@$(VENV) tools/build.py
	@OPENBLAS_NUM_THREADS=1 $(VENV) -m pytest tests index.ipynb chapters --nbval --nbval-current-env \
		-n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0

# The built book in two more engines, one after the other.
browsers: environment-test
	@$(VENV) tools/engines.py
	@$(VENV) tools/build.py
	@OPENBLAS_NUM_THREADS=1 $(VENV) -m pytest browsers -q

# Only Python's standard library is needed, so no environment is made. `tools/proofs.py --store` stores what Coq says.
proofs:
	@$(PYTHON) tools/proofs.py

lab: environment
	@$(VENV) -m jupyterlab --notebook-dir=. $(LAB) index.ipynb

refresh: environment
	@$(VENV) tools/refresh.py

# The core beside its peers, which have an environment of their own; then the book, which must be built and quiet.
bench: environment-test
	@$(VENV) tools/chromium.py
	@$(VENV) tools/peers.py
	@$(VENV) tools/build.py
	@rm -rf _build/bench
	@set -e; export OPENBLAS_NUM_THREADS=1; for script in core comparator; do .venv-bench/bin/python benchmarks/$$script.py; done; \
	for script in growth page sliders exercises building; do $(VENV) benchmarks/$$script.py; done; $(VENV) benchmarks/report.py

environment:
	@$(PYTHON) tools/environment.py

environment-test:
	@$(PYTHON) tools/environment.py --test

clean:
	@rm -rf _build .pytest_cache .hypothesis .ruff_cache
