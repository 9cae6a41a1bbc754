#!/usr/bin/env bash
# Packs all crates as crates.io would get them, and installs the program from the .crate files alone into an
# empty folder: what is missing in a package is missing here too. Needs the sources of the dependencies, from
# the registry or the cache.
#   scripts/try-packages.sh FOLDER     an empty or new folder
set -euo pipefail
folder=$(realpath -m "${1:?usage: scripts/try-packages.sh FOLDER}")
cd "$(dirname "$0")/.."
[ -z "$(ls -A "$folder" 2>/dev/null)" ] || { echo "$folder is not empty" >&2; exit 2; }
mkdir -p "$folder/cargo"

cargo package --workspace --no-verify --quiet --target-dir "$folder/packed" 2> >(grep -v '^warning: ignoring' >&2)
# A registry of these packages and the dependencies' sources; no other is asked.
cargo vendor --quiet --locked --versioned-dirs "$folder/registry" > /dev/null
for package in "$folder"/packed/package/*.crate; do
    name=$(basename "$package" .crate)
    tar -xzf "$package" -C "$folder/registry"
    sum=$(sha256sum "$package" | cut -d' ' -f1)
    printf '{"files":{},"package":"%s"}' "$sum" > "$folder/registry/$name/.cargo-checksum.json"
    for file in README.md LICENSE-MIT LICENSE-APACHE; do
        [[ $name == gehtauf-soak-* || -s $folder/registry/$name/$file ]] || { echo "$name: no $file" >&2; exit 1; }
    done
done
cat > "$folder/cargo/config.toml" <<END
[source.crates-io]
replace-with = "packed"
[source.packed]
directory = "$folder/registry"
END
version=$(basename "$folder"/registry/gehtauf-[0-9]* | sed 's/^gehtauf-//')
(cd "$folder" && CARGO_HOME="$folder/cargo" cargo install --offline --locked --quiet \
    --root "$folder/installed" --target-dir "$folder/build" "gehtauf@$version")
"$folder/installed/bin/gehtauf" --version
LC_ALL=C "$folder/installed/bin/gehtauf" solve domino --seed 1 --verdicts
