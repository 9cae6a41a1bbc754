#!/usr/bin/env bash
# Builds the archive of a release for this machine: the program, manual, completions, licences, what README links to.
# Leaves target/dist/gehtauf-VERSION-TARGET.tar.gz with its .sha256, and the same files in a folder.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

target=$(rustc -vV | sed -n 's/^host: //p')
version=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"name":"gehtauf","version":"\([^"]*\)".*/\1/')
cargo build --release --locked --package gehtauf

build=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
exe=$([[ $target == *windows* ]] && echo .exe || true)
program=$build/release/gehtauf$exe
dist=$build/dist
name=gehtauf-$version-$target
rm -rf "${dist:?}/$name"
mkdir -p "$dist/$name/man" "$dist/$name/completions" "$dist/$name/scripts"
cp "$program" README*.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$dist/$name"
# README and the pages of docs link to them.
cp CONTRIBUTING.md CITATION.cff "$dist/$name"
cp -r docs "$dist/$name"
cp scripts/*.* "$dist/$name/scripts"
"$program" man > "$dist/$name/man/gehtauf.1"
# The first words of the usage's list of commands; `help` has no page.
commands=$("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')
for command in $commands; do
    "$program" man "$command" > "$dist/$name/man/gehtauf-$command.1"
done
"$program" completions bash > "$dist/$name/completions/gehtauf.bash"
"$program" completions zsh > "$dist/$name/completions/_gehtauf"
"$program" completions fish > "$dist/$name/completions/gehtauf.fish"
# Where `cargo deb` looks for them.
rm -rf "$dist/deb"
cp -r "$dist/$name" "$dist/deb"

# The same files give the same archive, whoever may read them here.
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    --mtime="@$(git log -1 --format=%ct 2>/dev/null || echo 0)" \
    -C "$dist" -cf - "$name" | gzip -9n > "$dist/$name.tar.gz"
(cd "$dist" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$dist/$name.tar.gz"
