#!/usr/bin/env bash
# Runs a command as on a machine with little more than Node.js: without ffmpeg, browsers, databases and package managers in
# the PATH.
#   tests/bare.sh npm start
#   BARE_HIDE='git curl' tests/bare.sh npm start     hides more
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,5p' "$0"; exit 2; }
hidden="ffmpeg ffprobe chromium chromium-browser chromium-headless-shell chromedriver google-chrome google-chrome-stable firefox
psql postgres pg_ctl initdb pg_ctlcluster pg_createcluster redis-server redis-cli docker minio apt apt-get aptitude dpkg yum dnf
apk brew convert magick identify ${BARE_HIDE:-}"
bin=$(mktemp -d "${TMPDIR:-/tmp}/bare.XXXXXX")
trap 'rm -rf "$bin"' EXIT
declare -A skip=()
for name in $hidden; do skip[$name]=1; done
IFS=: read -ra dirs <<<"$PATH"
for dir in "${dirs[@]}"; do
  [ -d "$dir" ] || continue
  kept=()
  for file in "$dir"/*; do
    name=${file##*/}
    [ -n "${skip[$name]:-}" ] || [ ! -x "$file" ] || { skip[$name]=1; kept+=("$file"); }
  done
  [ ${#kept[@]} -eq 0 ] || ln -s "${kept[@]}" "$bin"
done
# Passes signals on to the command, which drains. Set before the command starts: an earlier signal would end only this shell.
command='' stop=''
trap 'stop=1; [ -z "$command" ] || kill -TERM "$command" 2>/dev/null' TERM INT HUP
env -u FFMPEG_PATH -u FFPROBE_PATH -u CHROMIUM_PATH -u DATABASE_URL -u REDIS_URL PATH="$bin" "$@" &
command=$!
[ -z "$stop" ] || kill -TERM "$command" 2>/dev/null || true
code=0
wait "$command" || code=$?
# `wait` ends with the first signal; the command may still be draining.
while kill -0 "$command" 2>/dev/null; do code=0; wait "$command" || code=$?; done
exit "$code"
