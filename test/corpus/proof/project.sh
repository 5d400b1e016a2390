#!/bin/bash
# Makes the project on which commands are proved, in the folder given: files that are watched,
# a git repository with changes and a stash, a database, archives, and programs that destroy.
set -eu
home=$1
shop=$home/shop
export HOME=$home
mkdir -p "$shop/src" "$shop/data" "$home/.config/askline" "$home/.local/state/askline"
git config --global user.name Mina
git config --global user.email mina@example.com
git config --global init.defaultBranch main
git init -q --bare "$home/origin.git"
cd "$shop"
git init -q
echo 'hello, first' > keep.txt
echo 'export const a = 1;' > src/a.ts
echo '{"name":"shop","version":"1.0.0","scripts":{"test":"echo ok"}}' > package.json
printf 'test:\n\t@echo ok\n' > Makefile
git add -A
git commit -qm first
echo 'hello, second' > keep.txt
git commit -qam second
echo 'hello, third' > keep.txt
git commit -qam third
git remote add origin ../origin.git
git push -q origin main
git checkout -q -b old HEAD~1
echo old > old.txt
git add old.txt
git commit -qm old
git checkout -q main
git tag v1
echo 'hello, stashed' > keep.txt
git stash -q
git worktree add -q ../tree -b tree
sed -i "s|$home|${PROVED_SHOP%/shop}|" .git/worktrees/tree/gitdir ../tree/.git
# Work that is not committed.
echo 'hello, not committed' > keep.txt
echo 'alpha' > data/a.txt
echo 'beta' > data/b.txt
echo 'some notes, one two three hello' > notes.md
echo '{"notes":1}' > notes.json
echo keep.txt > list.txt
seq 1 2000 > big.txt
sqlite3 app.db 'create table users(id integer primary key, name text);
  insert into users(name) values ("a"), ("b"), ("c")' 2> /dev/null || true
cp app.db other.db 2> /dev/null || true
mkdir -p /tmp/unpack.$$
(
  cd /tmp/unpack.$$
  echo 'from an archive' > keep.txt
  tar cf "$shop/other.tar" keep.txt
  tar czf "$shop/other.tgz" keep.txt
  zip -q "$shop/other.zip" keep.txt 2> /dev/null || true
)
rm -rf "/tmp/unpack.$$"
printf -- '--- keep.txt\n+++ keep.txt\n@@ -1 +1 @@\n-hello, not committed\n+patched\n' > patch.diff
printf '#!/bin/sh\nrm -rf "%s/data" "%s/keep.txt"\n' "$PROVED_SHOP" "$PROVED_SHOP" > evil.sh
chmod +x evil.sh
echo "import os; os.remove('$PROVED_SHOP/keep.txt')" > evil.py
echo "require('fs').unlinkSync('$PROVED_SHOP/keep.txt')" > evil.js
echo "import { unlinkSync } from 'node:fs'; unlinkSync('$PROVED_SHOP/keep.txt');" > evil.mjs
echo "unlink '$PROVED_SHOP/keep.txt';" > evil.pl
printf 'package evil; unlink "%s/keep.txt"; 1;\n' "$PROVED_SHOP" > evil.pm
echo 'drop table users;' > evil.sql
echo '!rm -rf data' > evil.vim
echo 'BEGIN { system("rm -rf data") }' > evil.awk
echo '1e rm -rf data' > evil.sed
echo 'shell rm -rf data' > evil.gdb
echo 'file delete keep.txt' > evil.tcl
printf '[core]\n\tfsmonitor = rm -rf data; false\n[alias]\n\tx = !rm -rf data\n' > evil.config
printf 'all test:\n\trm -rf data\n$(shell rm -rf data)\n' > evil.mk
mkdir -p evil "$home/../evil-in-tmp"
for name in ls git npm node python3 pre-commit post-checkout; do
  cp evil.sh "evil/$name"
  cp evil.sh "$home/../evil-in-tmp/$name"
done
cp evil.py evil/a.py
cp evil.py evil/__init__.py
printf 'all test build:\n\trm -rf ../data\n' > evil/Makefile
echo '{"scripts":{"test":"rm -rf ../data","build":"rm -rf ../data"}}' > evil/package.json
printf '#include <unistd.h>\n__attribute__((constructor)) void go(void) { unlink("%s/keep.txt"); }\n' \
  "$PROVED_SHOP" > evil.c
gcc -shared -fPIC -o evil.so evil.c 2> /dev/null || true
echo '{}' > "$home/.local/state/askline/hub.json"
echo '{"rules":[]}' > "$home/.config/askline/rules.json"
