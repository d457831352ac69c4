# Quietzone's tasks. `make help` lists them; a newcomer needs `make run` and `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# Looked for once, by the first command that uses it: Scripts/toolchain downloads Swift where there is none.
ifeq ($(origin SWIFT),undefined)
SWIFT = $(eval SWIFT := $$(or $$(shell Scripts/toolchain),$$(error there is no Swift 6.3 or newer)))$(SWIFT)
endif
PREFIX  ?= /usr/local
DESTDIR ?=
# The standard library goes into the binary, so that it runs where no Swift toolchain is installed.
# Nothing loads symbols from the binary: without them in its dynamic table, 2.2 MB of unused code can go.
RELEASE := -c release --static-swift-stdlib -Xlinker --no-export-dynamic
# Without debug information, which takes a tenth of the build time. CONTRIBUTING.md says how to get it for a debugger.
DEBUG   := -debug-info-format none
PROGRAM  = $(shell $(SWIFT) build --show-bin-path)/quietzone
BINARY   = $(shell $(SWIFT) build $(RELEASE) --show-bin-path)/quietzone
# What test-faults and test-servers run: the release, or with TESTED=debug what `make test` has built.
TESTED  ?= release
ifeq ($(TESTED),debug)
TESTED_BINARY = $(PROGRAM)
else
TESTED_BINARY = $(BINARY)
endif
SECONDS  = 20
KILLS    = 60
SCANS    = 3000
ROUNDS   = 200
FUZZING := -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld -Xcc -fsanitize=fuzzer-no-link,address \
	-Xcxx -fsanitize=fuzzer-no-link,address
SOURCES := Package.swift Sources Screens Config Tests
# Swift's crash reporter would ask questions on the terminal that the program has just given back.
export SWIFT_BACKTRACE ?= enable=no

.PHONY: help setup setup-tests program build tested release-tested debug-tested run demo test test-faults test-durability test-servers test-phone test-positions test-grading test-sources test-proofs test-screens test-camera test-toolchain test-systems lint format generated bench pictures fuzz install uninstall release deb portable test-packages clean

help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "  ARGS=\"…\" is passed on by run, for example: make run ARGS=\"--source demo\""
	@echo "  PREFIX=$(PREFIX) and DESTDIR= are used by install and uninstall"

setup: ## Install missing system packages; find Swift, or download it after a yes (YES=1: without asking)
	@Scripts/setup

setup-tests:
	@Scripts/setup --tests

program:
	$(SWIFT) build $(DEBUG) --product quietzone

build: ## Build the program as it is installed, fully optimised
	QUIETZONE_COMMIT="$$(git --git-dir=.git describe --always --dirty 2>/dev/null)" $(SWIFT) build $(RELEASE) --product quietzone

run: setup program ## Scan with the first camera (or the demo, if there is none)
	@"$(PROGRAM)" $(ARGS)

demo: setup program ## Scan the demo camera: every feature without a device
	@"$(PROGRAM)" --source demo

test: setup-tests ## Run the tests (FILTER=NAME for some); failures are listed again at the end
	$(SWIFT) build $(DEBUG) --build-tests
ifdef FILTER
	$(SWIFT) test $(DEBUG) --skip-build --filter '$(FILTER)'
else
	@Scripts/test --skip QuietzoneTests
	@# The program as a whole, often in a terminal: these tests mostly wait.
	@Scripts/test --apart QuietzoneTests
endif

tested: $(TESTED)-tested
release-tested: build
debug-tested:
	$(SWIFT) build $(DEBUG) --build-tests

test-faults: tested ## Test with failing disks, held locks, floods of codes and KILLS=60 kills
	@Scripts/setup --tests
	@Tests/System/Faults/faults "$(TESTED_BINARY)" --kills $(KILLS) --scans $(SCANS)

test-durability: tested ## Run only the fault tests that could lose scans
	@Scripts/setup --tests
	@Tests/System/Faults/faults "$(TESTED_BINARY)" --kills $(KILLS) --scans $(SCANS) --only "failing,left,many,kills"

test-servers: tested ## Test deliveries and printing with real servers that fail (skips servers that are not installed)
	@Scripts/setup --tests
	@Tests/System/Servers/servers "$(TESTED_BINARY)"

test-phone: tested ## Test the phone as a camera with headless Chromium and hostile clients (skipped without Chromium)
	@Tests/System/Servers/phone "$(TESTED_BINARY)"

test-positions: tested ## Test positions and beacons with real services and mocks (gpsd, GeoClue, BlueZ; skips what is not installed)
	@Tests/System/Positions/positions "$(TESTED_BINARY)"

test-grading: tested ## Compare grades of 200 drawn symbols with grades that Python computes (needs zint and numpy)
	@Tests/System/Grading/grading "$(TESTED_BINARY)"

test-sources: tested ## Read codes from screens, clipboards, network cameras and documents (skips what is not installed)
	@Tests/System/Sources/sources "$(TESTED_BINARY)"

test-proofs: setup-tests ## Draw and read ROUNDS=200 codes of each kind in every output format
	$(SWIFT) build $(DEBUG) --build-tests
	QUIETZONE_PROOFS=$(ROUNDS) $(SWIFT) test $(DEBUG) --skip-build --filter VerificationTests

test-screens: build ## Read codes from an xterm and from the clipboard (needs xterm, xvfb, x11-apps, xclip, sway, wl-clipboard)
	@Tests/System/OffScreen/screens "$(BINARY)"
	@Tests/System/OffScreen/screens "$(BINARY)" -- Tests/System/OffScreen/make-screen '{program}' '{kind}' '{text}'
	@Tests/System/OffScreen/screens "$(BINARY)" --sixel --only qr-code,pdf417,ean-13 -- Tests/System/OffScreen/make-screen '{program}' '{kind}' '{text}'
	@Tests/System/OffScreen/clipboard "$(BINARY)"

test-camera: ## Run the end-to-end tests with virtual cameras, in a small virtual machine
	@Scripts/setup --tests
	@Tests/System/Camera/run

test-toolchain: ## Test the download of Swift with a server on loopback and a test key (needs gpg; seconds)
	@Tests/System/Toolchain/toolchain

test-systems: ## Run the tests on clean Debian 12, 13 and unstable (SYSTEMS="trixie sid" for some)
	@Scripts/systems $(SYSTEMS)

lint: ## Check formatting, layer order, documentation comments, documents and declared imports
	@Scripts/setup --tests
	$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format $(SOURCES)
	@Scripts/layers
	@Scripts/documented
	@Scripts/documents
	$(SWIFT) build $(DEBUG) --build-tests --explicit-target-dependency-import-check error

format: ## Format the sources in place
	$(SWIFT) format format --in-place --parallel --recursive --configuration .swift-format $(SOURCES)

generated: ## Update the generated files: Config/default.toml and keys.toml, docs/reference, docs/man
	$(SWIFT) build $(DEBUG) --build-tests
	QUIETZONE_RECORD=1 $(SWIFT) test $(DEBUG) --skip-build --filter '(GeneratedFilesTests|ReferenceTests)/'

bench: setup ## Measure the milliseconds per frame, side by side with zbar
	$(SWIFT) build $(RELEASE) --product quietzone-bench
	$(SWIFT) build $(RELEASE) --product quietzone
	@"$$(dirname "$(BINARY)")/quietzone-bench" $(ARGS)

pictures: build ## Make the pictures in docs/pictures (NAMES="settings help" for some); needs xterm, xvfb and ImageMagick
	@Scripts/pictures "$(BINARY)" $(NAMES)

fuzz: setup ## Fuzz the parsers of untrusted input, SECONDS=20 each (ENTRIES="gs1 cards" for some)
	QUIETZONE_FUZZ=1 $(SWIFT) build -c release --scratch-path .build/fuzz --product quietzone-fuzz $(FUZZING)
	@Scripts/fuzz .build/fuzz/release/quietzone-fuzz $(SECONDS) .build/fuzz/corpus $(ENTRIES)

install: build ## Install the program, man pages, completions and desktop entry to PREFIX
	@DESTDIR="$(DESTDIR)" Scripts/install "$(BINARY)" "$(PREFIX)"

uninstall: ## Remove what install has installed
	@DESTDIR="$(DESTDIR)" Scripts/install --remove "$(PREFIX)"

release: ## Make the packages, the source archive, the SBOM and the checksums in release/
	@Scripts/setup --release
	@Scripts/release

deb: ## Make the Debian package in release/
	@Scripts/setup --release
	@Scripts/release deb

portable: ## Make the portable archive in release/
	@Scripts/setup --release
	@Scripts/release portable

test-packages: ## Try the packages of release/ on bare Debian 12, 13 and unstable (root; SYSTEMS="trixie sid" for some)
	@Scripts/test-packages $(SYSTEMS)

clean: ## Remove everything built
	rm -rf .build /var/tmp/quietzone-release release
