PYTHON ?= python3
TASKS = run test quick check bench faults security deploy-test pictures

.PHONY: help $(TASKS)

help:
	@echo "make run       the site with its demo library on http://127.0.0.1:8000 (PORT, DATA_DIR to change)"
	@echo "make test      the whole test suite, in a browser too where a Chromium is found"
	@echo "make quick     the tests without a browser and without those that take seconds; one room: python3 run.py quick tests/catalogue"
	@echo "make check     everything that is asked of a change: format, lint, types, translations, tests"
	@echo "make bench     measures; make faults breaks things; make security attacks them"
	@echo "make deploy-test runs the commands of docs/deploy.md in a clean Debian 12; needs root and some minutes"
	@echo "make pictures  takes the screenshots of the README"

run quick check bench faults security deploy-test pictures:
	@$(PYTHON) run.py $@

test:
	@$(PYTHON) run.py test -n 2
