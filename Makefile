# `make` lists the targets. Everything is installed into .venv from requirements.lock, once.

CORPUS ?= lantern
SITE   ?= build/site
PYTHON ?= python3
FROM   ?=
BIN    := .venv/bin
STAMP  := .venv/installed

.DEFAULT_GOAL := help
.PHONY: help site test check serve accept bench lock validator screenshots clean
.DELETE_ON_ERROR:

help: ## list the targets
	@echo "make TARGET [CORPUS=name]"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 12

site: $(STAMP) ## build the site of the embedded corpus, or of CORPUS (fetched first when need be; FROM=DIR copies it)
	@if grep -q '^  repository:' rules_source/$(CORPUS)/corpus.yml; then \
	  $(BIN)/kb fetch $(CORPUS) $(if $(FROM),--from "$(FROM)") || { status=$$?; [ $$status -eq 3 ] || exit $$status; \
	  echo "warning: nothing was fetched; going on with the texts at hand (make site CORPUS=$(CORPUS) FROM=DIR copies others)" >&2; }; fi
	@$(BIN)/kb build --corpus rules_source/$(CORPUS) --site "$(SITE)"
	@echo "The site lies in $(SITE). View it: make serve CORPUS=$(CORPUS)"

test: $(STAMP) ## run the tests
	$(BIN)/pytest -q -n 2

check: $(STAMP) ## lint, format, types, architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_architecture.py tests/test_packaging.py

serve: $(STAMP) ## preview on 127.0.0.1, rebuilt on change
	$(BIN)/kb serve --corpus rules_source/$(CORPUS)

validator: tests/validator/node_modules/.package-lock.json ## install the HTML checker that the tests use where it is (needs npm and java)

accept: $(STAMP) ## accept the output of today as the new goldens
	KB_ACCEPT=1 $(BIN)/pytest -q -m golden

bench: $(STAMP) ## time the stages of a build, the site beside mkdocs on the raw texts, the preview
	$(BIN)/python scripts/bench.py --corpus rules_source/$(CORPUS)
	$(BIN)/python scripts/bench_site.py --corpus rules_source/$(CORPUS)

screenshots: $(STAMP) ## take the pictures in docs/screenshots anew (needs Chromium)
	$(BIN)/python scripts/screenshots.py

lock: ## resolve the dependencies anew (needs uv); UPGRADE=1 takes newer ones
	$(PYTHON) scripts/lock.py $(if $(UPGRADE),--upgrade)

clean: ## remove what was built; .venv and fetched texts stay
	rm -rf build .kb .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(STAMP): requirements.lock scripts/install.py
	$(PYTHON) scripts/install.py
	@touch $@

tests/validator/node_modules/.package-lock.json: tests/validator/package-lock.json
	npm ci --silent --prefix tests/validator
	@touch $@
