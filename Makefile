PYTHON ?= python3

.PHONY: run test

run: ## the site with its demo library on http://127.0.0.1:8000
	@$(PYTHON) run.py run

test: ## the whole test suite
	@$(PYTHON) run.py test -n 2
