#!/bin/bash
# Runs one command on the project in a room of its own, and prints what was lost of it.
#   sandbox.sh PROJECT.tar COMMAND
# No process in it has rights outside: another user, its own mounts, processes and network, and
# nothing but programs to read. Only the project and the temporary folder can be written to.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
become=()
if [ "$(id -u)" = 0 ]; then
  become=(setpriv --reuid=65534 --regid=65534 --clear-groups --)
fi
exec "${become[@]}" unshare --user --map-root-user --mount --pid --net --ipc --uts --fork --kill-child \
  /bin/bash "$here/room.sh" "$1" "$2"
