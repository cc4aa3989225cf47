# Sourced by swift.sh, packages.sh and test-current-inside.sh: finds the Swift compiler and its missing libraries. No
# effects.
# shellcheck shell=bash

# Minimum compiler version, as in Package.swift.
swift_needed=6.2
# Debian's package (swiftlang). Its /usr/bin/swift does not find its own libraries; this one does.
swift_of_debian=/usr/libexec/swift/bin/swift

# version_of SWIFT: its version, such as 6.2.3; nothing when the program does not run.
version_of() {
  # The driver leaves an empty folder in TMPDIR, even for --version.
  local folder
  folder=$(mktemp -d) || return
  TMPDIR=$folder "$1" --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1
  rm -rf "$folder"
}

# is_enough VERSION: whether a compiler, or a package, of this version builds this.
is_enough() {
  case $1 in [0-9]*) ;; *) return 1 ;; esac
  [ "$(printf '%s\n' "$swift_needed" "$1" | sort -V | head -n 1)" = "$swift_needed" ]
}

# Prints the compiler on PATH, if it is not Debian's.
swift_on_path() {
  local found
  found=$(command -v swift) || return 0
  if ! { [ -x "$swift_of_debian" ] && [ "$found" -ef /usr/bin/swift ]; }; then echo "$found"; fi
}

# Prints the compiler to use: the one on PATH, else Debian's. Fails when none that is installed runs and is new enough.
find_swift() {
  local swift
  for swift in "$(swift_on_path)" "$swift_of_debian"; do
    if [ -x "$swift" ] && is_enough "$(version_of "$swift")"; then
      echo "$swift"
      return
    fi
  done
  return 1
}

# Says in one sentence why there is no compiler to use, and what to do.
explain_no_swift() {
  local swift version why="There is no Swift compiler here"
  swift=$(swift_on_path)
  if [ -n "$swift" ]; then
    version=$(version_of "$swift")
    why="$swift is Swift $version, which is too old"
    [ -n "$version" ] || why="$swift does not run ($("$swift" --version 2>&1 | head -n 1))"
  fi
  echo "$why: put a Swift toolchain, $swift_needed or newer, on PATH: https://www.swift.org/install/linux/"
}

# package_of LIBRARY: the Debian package of a shared library, by the name of its file (libncurses.so.6).
package_of() {
  local name=${1%%.so*} number=${1##*.so.}
  case $1 in
    libz.so.1) echo zlib1g ;;
    libxml2.so.2) echo libxml2 ;;
    libgcc_s.so.1) echo libgcc-s1 ;;
    *[0-9].so.*) echo "$name-$number" ;;
    *) echo "$name$number" ;;
  esac
}

# Prints the Debian packages that the compiler on PATH lacks: an unpacked toolchain brings no packages along.
libraries_of_swift() {
  local folder program library
  folder=$(swift_on_path)
  [ -n "$folder" ] || return 0
  folder=$(dirname "$(readlink -f "$folder")")
  for program in swift-driver swift-frontend swift-package clang lld; do
    [ ! -x "$folder/$program" ] || ldd "$folder/$program" 2>/dev/null
  done | sed -nE 's/^[[:space:]]*(lib[^ ]*\.so\.[0-9.]+) => not found.*/\1/p' | sort -u |
    while IFS= read -r library; do package_of "$library"; done
}
