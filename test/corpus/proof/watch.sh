#!/bin/bash
# Lists the project, runs the command, lists it again and prints the lines that are gone.
tar xf /proof/project.tar -C /home
cp -r /home/evil-in-tmp /tmp/evil 2> /dev/null
cd /home/mina/shop || exit 9

listed() {
  cd /home/mina || exit 9
  find . -type f -not -path '*/.git/*' -not -name '.viminfo' -exec sha256sum {} + 2> /dev/null
  find . -not -path '*/.git/*' -printf 'mode %m %y %p\n' 2> /dev/null
  find shop/.git/config shop/.git/hooks -type f -exec sha256sum {} + 2> /dev/null
  case $COMMAND in *git*) ;; *) return 0 ;; esac
  git -C shop rev-list --all --reflog 2> /dev/null
  git -C shop for-each-ref --format='ref %(refname)' 2> /dev/null
  git -C shop stash list --format='stash %H' 2> /dev/null
  git -C shop reflog --format='log %H' --all 2> /dev/null
  git -C shop remote 2> /dev/null
  git -C origin.git rev-list --all 2> /dev/null
  git -C origin.git for-each-ref --format='remote %(refname)' 2> /dev/null
  return 0
}

before=$(listed | sort)
(cd /home/mina/shop && timeout -k 1 "${SECONDS_LEFT:-6}" bash -c "$COMMAND") < /dev/null > /dev/null 2>&1
sleep 0.1
after=$(listed | sort)
comm -23 <(echo "$before") <(echo "$after") | sort -u | head -5
