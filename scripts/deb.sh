#!/bin/bash
# Makes dist/tomato-notify_VERSION_ARCHITECTURE.deb from the built programs, as any user. Its content is that of `make
# install PREFIX=/usr`, arranged by Debian's rules; dpkg-shlibdeps reads the dependencies from the programs. Debian's
# own way (debhelper, a source package) needs a Swift compiler in Debian: Debian 12 has none, and that of Debian 13 is
# too old.
# LINT=no leaves out lintian's look at it.
# The maintainer is in packaging/deb/maintainer; DEBFULLNAME and DEBEMAIL replace it if both are set.
# No scripts run at its installation: desktop-file-utils, hicolor-icon-theme, dbus and man-db watch their directories
# themselves (file triggers).
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
metainfo=desktop/org.tomatoclock.TomatoNotify.metainfo.xml

work=$(mktemp -d "${TMPDIR:-/tmp}/tomato-deb.XXXXXX")
trap 'rm -rf "$work"' EXIT
stage=$work/debian/tomato-notify
documents=$stage/usr/share/doc/tomato-notify
architecture=$(dpkg --print-architecture)
version=$(.build/release/tomato-notify --version)
# Equal sources make an equal package, byte by byte (scripts/reproducible.sh): its files are of the time of the newest
# commit, without git of the newest release.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null ||
    date -u -d "$(sed -n '/<release /{s/.* date="\([0-9-]*\)".*/\1/p;q}' "$metainfo")" +%s)
fi
export SOURCE_DATE_EPOCH

maintainer=$(<packaging/deb/maintainer)
if [ -n "${DEBFULLNAME:-}" ] && [ -n "${DEBEMAIL:-}" ]; then maintainer="$DEBFULLNAME <$DEBEMAIL>"; fi

# The entries of the changelog: one for each release of the metainfo.
print_changelog() {
  python3 - "$metainfo" "$maintainer" <<'PYTHON'
import datetime, sys, textwrap, xml.etree.ElementTree as tree
for release in tree.parse(sys.argv[1]).iter("release"):
  date = datetime.datetime.fromisoformat(release.get("date") + "T12:00:00+00:00")
  print(f"tomato-notify ({release.get('version')}) unstable; urgency=medium\n")
  for item in release.find("description").iter():
    # The translations of an item stand beside it.
    if item.tag in ("p", "li") and not any(key.endswith("}lang") for key in item.keys()):
      text = " ".join("".join(item.itertext()).split())
      print(textwrap.fill(text, 76, initial_indent="  * ", subsequent_indent="    "))
  print(f"\n -- {sys.argv[2]}  {date:%a, %d %b %Y %H:%M:%S %z}\n")
PYTHON
}

# In KiB, as dpkg-gencontrol counts: each file's rounded up, 1 for each folder, on whatever file system.
installed_size() {
  find "$stage" -mindepth 1 \( -type f -printf '%s\n' -o -printf '1\n' \) |
    awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }'
}

print_control() {
  cat <<CONTROL
Package: tomato-notify
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(installed_size)
Depends: $1
Recommends: default-dbus-session-bus | dbus-session-bus, notification-daemon, librsvg2-common, libcanberra0, sound-theme-freedesktop
Suggests: gnome-shell-extension-appindicator
Section: utils
Priority: optional
Description: Pomodoro timer that lives in the notifications of the desktop
 Focus, break, focus: a small daemon keeps the time and shows one notification
 with buttons, which changes in place. A command, keys in the terminal,
 tomatoclock:// links and D-Bus control the same timer.
 .
 It never loses a second: a crash, a logout or a power cut keeps the phase, its
 time and the history. While nothing changes it uses no processor time.
CONTROL
}

PREFIX=/usr DESTDIR=$stage AUTOSTART=yes SYSCONFDIR=/etc scripts/install.sh >/dev/null
# dpkg keeps its own list of files.
rm -r "$stage/usr/share/tomato-notify"
# Debian has the licence's text in one place for all packages.
rm "$documents/LICENSE"
# The folder of Debian's zsh.
mkdir "$stage/usr/share/zsh/vendor-completions"
mv "$stage/usr/share/zsh/site-functions/_tomato-notify" "$stage/usr/share/zsh/vendor-completions"
rmdir "$stage/usr/share/zsh/site-functions"
strip --remove-section=.comment --remove-section=.note "$stage"/usr/bin/*
for program in "$stage"/usr/bin/*; do
  if grep -qaF -e "$PWD/Sources/" -e "$PWD/.build/" "$program"; then
    echo "${program##*/} names $PWD, so a build in another folder would be another package." >&2
    exit 70
  fi
done
gzip -9n "$stage"/usr/share/man/man1/*.1
print_changelog | gzip -9n >"$documents/changelog.gz"
install -m 644 packaging/deb/copyright "$documents/copyright"
install -Dm 644 packaging/deb/lintian-overrides "$stage/usr/share/lintian/overrides/tomato-notify"

mkdir "$stage/DEBIAN"
# dpkg-shlibdeps needs a source package's control file.
printf 'Source: tomato-notify\n\nPackage: tomato-notify\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O --warnings=0 debian/tomato-notify/usr/bin/tomato-notifyd |
  sed -n 's/^shlibs:Depends=//p')
print_control "$depends" >"$stage/DEBIAN/control"
(cd "$stage" && find etc -type f -printf '/%p\n' 2>/dev/null | LC_ALL=C sort >DEBIAN/conffiles) || true
[ -s "$stage/DEBIAN/conffiles" ] || rm -f "$stage/DEBIAN/conffiles"
(cd "$stage" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$stage" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +

mkdir -p dist
file=dist/tomato-notify_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$stage" "$file" >/dev/null
echo "$file"
# lintian refuses to run as root without this option.
as_root=()
[ "$(id -u)" -ne 0 ] || as_root=(--allow-root)
if [ "${LINT:-yes}" = yes ] && command -v lintian >/dev/null; then
  # It leaves a file in its temporary folder.
  TMPDIR=$work lintian "${as_root[@]}" -I --fail-on error,warning,info "$file"
fi
