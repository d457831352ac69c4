# Quietzone's tasks. `make help` lists them; a newcomer needs `make run` and `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help

SWIFT   ?= swift
PREFIX  ?= /usr/local
DESTDIR ?=
# The standard library goes into the binary, so that it runs where no Swift toolchain is installed.
RELEASE := -c release --static-swift-stdlib
BINARY   = $(shell $(SWIFT) build $(RELEASE) --show-bin-path)/quietzone
SECONDS  = 20
KILLS    = 60
SCANS    = 3000
ROUNDS   = 200
FUZZING := -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld -Xcc -fsanitize=fuzzer-no-link,address \
	-Xcxx -fsanitize=fuzzer-no-link,address
SOURCES := Package.swift Sources Screens Config Tests
# Swift's crash reporter would ask questions on the terminal that the program has just given back.
export SWIFT_BACKTRACE ?= enable=no

.PHONY: help setup build run demo test test-faults test-durability test-servers test-proofs test-screens test-camera test-systems lint format generated bench pictures fuzz install uninstall clean

help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "  ARGS=\"…\" is passed on by run, for example: make run ARGS=\"--source demo\""
	@echo "  PREFIX=$(PREFIX) and DESTDIR= are used by install and uninstall"

setup: ## Install what is missing from the system's packages; check the Swift toolchain
	@Scripts/setup

build: ## Build the program (release)
	$(SWIFT) build $(RELEASE) --product quietzone

run: setup build ## Scan with the first camera (or the demo, if there is none)
	@"$(BINARY)" $(ARGS)

demo: setup build ## Scan the demo camera: every feature without a device
	@"$(BINARY)" --source demo

test: ## Pass the tests; what failed is told once more at the end
	@Scripts/setup --tests
	$(SWIFT) build --build-tests
	@Scripts/test --skip QuietzoneTests
	@# The program as a whole, often in a terminal: these tests mostly wait.
	@Scripts/test --apart QuietzoneTests

test-faults: build ## Pass the program through failing disks, locks, floods and KILLS=60 kills
	@Scripts/setup --tests
	@Tests/System/Faults/faults "$(BINARY)" --kills $(KILLS) --scans $(SCANS)

test-durability: build ## Of those only what may lose scans: kills, programs side by side, what waits
	@Scripts/setup --tests
	@Tests/System/Faults/faults "$(BINARY)" --kills $(KILLS) --scans $(SCANS) --only "failing,left,many,kills"

test-servers: build ## Deliver scans to real servers that fail: web, MQTT, PostgreSQL, files, sockets; print on printers (what is not installed is skipped)
	@Scripts/setup --tests
	@Tests/System/Servers/servers "$(BINARY)"

test-proofs: ## Read ROUNDS=200 codes of each kind from every form that they are drawn in
	@Scripts/setup --tests
	$(SWIFT) build --build-tests
	QUIETZONE_PROOFS=$(ROUNDS) $(SWIFT) test --skip-build --filter VerificationTests

test-screens: build ## Read codes off an xterm, dark and light, and off clipboards (needs xterm, xvfb, x11-apps, xclip, sway, wl-clipboard)
	@Tests/System/OffScreen/screens "$(BINARY)"
	@Tests/System/OffScreen/screens "$(BINARY)" -- Tests/System/OffScreen/make-screen '{program}' '{kind}' '{text}'
	@Tests/System/OffScreen/screens "$(BINARY)" --sixel --only qr-code,pdf417,ean-13 -- Tests/System/OffScreen/make-screen '{program}' '{kind}' '{text}'
	@Tests/System/OffScreen/clipboard "$(BINARY)"

test-camera: ## Pass the end-to-end tests against virtual cameras (a small virtual machine)
	@Scripts/setup --tests
	@Tests/System/Camera/run

test-systems: ## Pass the tests on bare Debian 12, 13 and unstable (SYSTEMS="trixie sid" for some)
	@Scripts/systems $(SYSTEMS)

lint: setup ## Check the format, the order of the layers, the documentation comments and the declared imports
	$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format $(SOURCES)
	@Scripts/layers
	@Scripts/documented
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

format: ## Format the sources in place
	$(SWIFT) format format --in-place --parallel --recursive --configuration .swift-format $(SOURCES)

generated: ## Write what is made from tables: Config/default.toml, Config/keys.toml, the README's list of keys
	QUIETZONE_RECORD=1 $(SWIFT) test --filter 'GeneratedFilesTests|ReadmeTests'

bench: setup ## Measure milliseconds a frame, side by side with zbar
	$(SWIFT) build $(RELEASE) --product quietzone-bench
	$(SWIFT) build $(RELEASE) --product quietzone
	@"$$(dirname "$(BINARY)")/quietzone-bench" $(ARGS)

pictures: build ## Make the pictures of docs (NAMES="settings help" for some); needs xterm, xvfb and ImageMagick
	@Scripts/pictures "$(BINARY)" $(NAMES)

fuzz: setup ## Fuzz what takes bytes of strangers (SECONDS=600 for each instead of 20, ENTRIES="gs1 cards" for some)
	QUIETZONE_FUZZ=1 $(SWIFT) build -c release --scratch-path .build/fuzz --product quietzone-fuzz $(FUZZING)
	@Scripts/fuzz .build/fuzz/release/quietzone-fuzz $(SECONDS) .build/fuzz/corpus $(ENTRIES)

install: build ## Install to PREFIX
	install -D -m 755 -s "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/quietzone"

uninstall: ## Remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/quietzone"

clean: ## Remove everything built
	rm -rf .build
