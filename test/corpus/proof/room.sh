#!/bin/bash
# Builds the room that sandbox.sh has entered, moves into it and hands over to watch.sh.
set -eu
project=$1
command=$2
here=$(cd "$(dirname "$0")" && pwd)
mount --make-rprivate /
room=/mnt
mount -t tmpfs -o size=256m,mode=755 tmpfs $room
mkdir -p $room/{usr,etc,proc,dev,tmp,home,run,var/tmp,outside,proof}
for folder in bin sbin lib lib32 lib64; do
  [ -L "/$folder" ] && cp -P "/$folder" $room/
done
mount --rbind /usr $room/usr
mount -o remount,bind,ro,nosuid $room/usr
for file in passwd group nsswitch.conf ld.so.cache ld.so.conf ld.so.conf.d alternatives vim \
  perl hostname hosts gdb python3 python3.11; do
  [ -e "/etc/$file" ] && cp -r "/etc/$file" $room/etc/ 2> /dev/null || true
done
cp "$project" $room/proof/project.tar
cp "$here/watch.sh" $room/proof/watch.sh
mount -t proc -o nosuid,nodev,noexec proc $room/proc
for device in null zero full random urandom tty; do
  touch $room/dev/$device
  mount --bind /dev/$device $room/dev/$device
done
ln -s /proc/self/fd $room/dev/fd
ln -s /proc/self/fd/0 $room/dev/stdin
ln -s /proc/self/fd/1 $room/dev/stdout
ln -s /proc/self/fd/2 $room/dev/stderr
mount -t tmpfs -o size=64m,mode=1777 tmpfs $room/tmp
mount -t tmpfs -o size=64m,mode=755 tmpfs $room/home
cd $room
pivot_root . outside
umount -l /outside
mount -o remount,ro,bind /
ulimit -u 400 -f 65536 -v 4000000 -t 20
# Mounts from outside cannot be changed by a user namespace further in, and no right is left.
exec unshare --user --map-root-user --mount --fork --kill-child \
  setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- \
  /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/home/mina USER=mina \
  LANG=C.UTF-8 TERM=dumb COMMAND="$command" /bin/bash /proof/watch.sh
