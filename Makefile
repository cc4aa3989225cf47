# The project's commands. Users need `make run` and `make test`; each step is a small script in scripts/, which begins
# with its description.

SHELL = /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run build test test-lab test-units test-desktops test-desktops-current test-desktops-releases test-current \
  build-current test-sanitized fuzz torture coverage clean-room bench bench-record man deb reproducible test-deb install uninstall purge clean

# Install prefix of `make run` and `make install`; DESTDIR is prepended, as packagers expect.
PREFIX ?= $(HOME)/.local
DESTDIR ?=
export PREFIX DESTDIR

help: ## say what each target does
	@echo "tomato-notify: Live Activities for the Linux desktop, and a Pomodoro timer"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1@\2/p' Makefile | while IFS=@ read -r target words; do \
	  printf '%-22s %s\n' "  $$target" "$$words"; done
	@echo
	@echo "PREFIX=$(PREFIX) (change it with make run PREFIX=DIRECTORY)"

run: ## install what is missing, build, install for this user, start a focus phase and show it
	@scripts/run.sh

build: ## build both programs into .build/release
	@scripts/packages.sh build
	@scripts/build.sh

test: ## install what the tests need, build, run every test
	@scripts/packages.sh test
	@scripts/test.sh

test-lab: ## only the checks on real notification servers (Tests/Lab/checks)
	@scripts/packages.sh lab
	@scripts/test.sh lab

test-units: ## the daemon as its installed unit, under a real systemd: restrictions, hooks, quiet, tray, views (root, ten minutes)
	@scripts/packages.sh test
	@scripts/test.sh units

test-desktops: ## the island on this Debian's GNOME Shell and Plasma, links in Chromium, headless (TOMATO_PICTURES=DIR keeps pictures)
	@scripts/packages.sh desktops
	@scripts/test.sh desktops

test-desktops-current: ## the same on those of today, in a folder with Debian sid (first use: five minutes, 2 GB, root)
	@scripts/packages.sh build
	@Tests/Lab/current/make.sh
	@scripts/test.sh desktops-current

test-desktops-releases: ## the timer in the bars of GNOME 46 to 50, in folders with Debian 13 and Ubuntu's releases (first use: ten minutes, 5 GB, root)
	@scripts/packages.sh build
	@scripts/test.sh desktops-releases

test-current: ## the Swift tests with the GLib, libnotify and Swift of today, in that folder
	@scripts/test-current.sh

build-current: ## only build programs and tests there
	@scripts/test-current.sh build

test-sanitized: ## the Swift tests under AddressSanitizer and ThreadSanitizer, and a minute of fuzzing for each parser (FUZZ_SECONDS=60)
	@scripts/packages.sh test
	@scripts/test.sh sanitized

fuzz: ## look for inputs that break a law of a parser: MINUTES=10 for all, TARGET="link json", SEED=n repeats, KEEP=1 keeps what is new
	@scripts/packages.sh build
	@MINUTES=$(or $(MINUTES),10) SEED=$(SEED) KEEP=$(KEEP) scripts/fuzz.sh $(TARGET)

torture: ## attack what we promise: MINUTES=20 for all, PART="writes time model servers crowds", SEED=n repeats
	@scripts/packages.sh test
	@MINUTES=$(or $(MINUTES),20) SEED=$(SEED) scripts/torture.sh $(PART)

coverage: ## how many lines of each target the Swift tests reach; each one of engine and links that they do not has a reason
	@scripts/packages.sh test
	@scripts/coverage.sh

clean-room: ## run CMD (make test) on a fresh clone in a bare Debian 12, or 13 with SUITE=trixie (root, the network)
	@SUITE=$(SUITE) scripts/clean-room.sh $(or $(CMD),make test)

bench: ## print the budgets beside small C programs (fails no build, takes about eight minutes)
	@scripts/packages.sh bench
	@scripts/bench.sh

bench-record: ## the same, and write the figures to Benchmarks/RESULTS.md
	@scripts/packages.sh bench
	@scripts/bench.sh --record

man: ## write the manual pages anew from what the command says of itself
	@scripts/swift.sh build --product tomato-notify
	@scripts/make-man.py

deb: build ## make the package dist/tomato-notify_VERSION_ARCHITECTURE.deb and have lintian look at it
	@scripts/packages.sh deb
	@scripts/deb.sh

reproducible: ## build the package twice, in two folders, and compare the bytes (ten minutes)
	@scripts/packages.sh deb
	@scripts/reproducible.sh

test-deb: deb ## install and purge that package in a clean Debian 12 in a folder (root, the network, two minutes)
	@scripts/test-deb.sh

install: build ## install the programs and what belongs to them under PREFIX (AUTOSTART=no: not started at login)
	@scripts/install.sh

uninstall: ## quit the daemon and remove all that was installed (PURGE=1: history and settings too)
	@scripts/uninstall.sh

purge: ## uninstall, and delete the history and the settings of this user
	@PURGE=1 scripts/uninstall.sh

clean: ## remove what was built here
	rm -rf .build .build-asan .build-tsan dist
