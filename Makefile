# Every target that needs Python installs what it needs first, which is quick when nothing has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Stamps: uv is in place, what running needs is installed, what tests need is installed.
UV := $(VENV)/.uv
RUNNING := $(VENV)/.running
TESTING := $(VENV)/.testing

# No stamp outlives its Python, nor an installation that was broken off (`install` takes the first one away meanwhile).
ifneq ($(shell test -x $(BIN)/python && test -e $(UV) && echo whole),whole)
$(shell rm -f $(UV) $(RUNNING) $(TESTING))
endif

# uv reads none of pip's settings: the package index and the certificates that pip was told of are handed on, unless uv
# was told of others. No line with them is shown: an index's address may hold a password.
of_pip = $(shell $(BIN)/python -m pip config list | sed -n "s/^[a-z:]*\.$(1)='\(.*\)'$$/\1/p" | head -n 1)
UV_PIP = UV_DEFAULT_INDEX='$(or $(UV_DEFAULT_INDEX),$(UV_INDEX_URL),$(call of_pip,index-url))' \
	SSL_CERT_FILE='$(or $(SSL_CERT_FILE),$(call of_pip,cert))' $(BIN)/uv pip

# Makes what is installed exactly what the lock names, and the project itself editable.
define install
	@echo "Installing what $(1) names"
	@rm -f $(UV)
	@$(UV_PIP) sync --quiet --python $(BIN)/python --require-hashes $(1)
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@touch $(UV) $(RUNNING)
endef

# What one process compiles is there for all of them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test check bench soak kafka lock

setup: $(RUNNING)

# Python 3.11 gives every environment a setuptools, which nothing here needs.
$(UV): requirements-setup.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 5) and "Canarygate needs Python 3.11.5 or later")'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@$(BIN)/python -m pip uninstall -qq --yes setuptools
	@touch $@

# Where tests have run, their packages stay.
$(RUNNING): $(UV) requirements.lock pyproject.toml
	$(call install,$(if $(wildcard $(TESTING)),requirements-dev.lock,requirements.lock))

$(TESTING): $(RUNNING) requirements-dev.lock
	$(call install,requirements-dev.lock)
	@touch $@

run: $(RUNNING)
	@$(BIN)/canarygate run

test: $(TESTING)
	@$(BIN)/python -m tests.support.go
	$(BIN)/python -m pytest --numprocesses auto --no-loadscope-reorder

check: $(TESTING)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(TESTING)
	$(BIN)/python -m tests.bench

# Mixed traffic on a real broker, with a death, a deploy and a restart of the broker inside; 1 where it is not flawless.
SECONDS ?= 3600
RATE ?= 50
soak: $(TESTING)
	$(BIN)/python -m tests.kafka.scenarios soak --seconds $(SECONDS) --rate $(RATE)

# The test broker's jars; tests fetch them themselves where Java 17+ and Maven are found.
kafka: $(TESTING)
	$(BIN)/python -m tests.support.kafka

# Not the lists that the models for other scripts are made from: they are large, and nothing but training reads them.
DEVELOPMENT := $(addprefix --extra ,litellm lab train second-look dev)

# Writes the locks anew: versions stay unless pyproject.toml refuses them. They carry hashes and no addresses.
COMPILE = $(UV_PIP) compile --quiet --universal --python-version 3.11.5 --generate-hashes --no-emit-index-url \
	--fork-strategy fewest --annotation-style line
lock: $(UV)
	@$(COMPILE) --group setup --output-file requirements-setup.lock
	@$(COMPILE) pyproject.toml --extra litellm --output-file requirements.lock
	@$(COMPILE) pyproject.toml --constraint requirements.lock --output-file deploy/image/requirements.lock
	@$(COMPILE) pyproject.toml $(DEVELOPMENT) --constraint requirements.lock --constraint requirements-setup.lock \
		--output-file requirements-dev.lock
	@$(COMPILE) pyproject.toml --extra second-look --constraint requirements-dev.lock --output-file deploy/image/second-look.lock
