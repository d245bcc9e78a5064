# Runs as root in a Debian that systemd has booted: the life of the package, of its units, and of what they run.
set -u

sniffer=wirepath-sniffer@lo.service
serve=wirepath-serve.service

fail() {
  echo "FAILED: $*"
  systemctl --no-pager status "$sniffer" "$serve"
  journalctl --no-pager -u 'wirepath*' | tail -n 60
  exit 1
}

shows() { systemctl show -p "$2" --value "$1"; }
told() { journalctl --no-pager -o cat -u "$1" | grep -q -e "$2"; }

# Waits up to a minute for a command to go well.
await() {
  i=0
  while [ $i -lt 240 ]; do
    if "$@"; then return 0; fi
    i=$((i + 1))
    sleep 0.25
  done
  return 1
}

dpkg -i /root/wirepath.deb || fail "dpkg -i"
[ "$(systemctl is-enabled "$serve")" = disabled ] || fail "a service is enabled by the installation"
wirepath version || fail "version"
wirepath config check /etc/wirepath/sniffer.yaml /etc/wirepath/serve.yaml || fail "config check"
wirepath doctor lo --seconds 0

mkdir -p "/etc/systemd/system/$sniffer.d"
printf '[Service]\nWatchdogSec=8s\n' >"/etc/systemd/system/$sniffer.d/test.conf"
systemctl daemon-reload
systemctl enable -q wirepath.target "$sniffer" "$serve" || fail "enable"
# returns when each has said READY=1
systemctl start "$sniffer" "$serve" || fail "start"

for unit in "$sniffer" "$serve"; do
  pid=$(shows "$unit" MainPID)
  capabilities=0000000000000000
  if [ "$unit" = "$sniffer" ]; then capabilities=0000000000002000; fi
  grep -q "^CapEff:.$capabilities$" "/proc/$pid/status" || fail "$unit: capabilities $(grep Cap "/proc/$pid/status")"
  grep -q "^CapBnd:.$capabilities$" "/proc/$pid/status" || fail "$unit: bounding set $(grep Cap "/proc/$pid/status")"
  grep -q "^NoNewPrivs:.1$" "/proc/$pid/status" || fail "$unit: may gain privileges"
  grep -q "^Seccomp:.2$" "/proc/$pid/status" || fail "$unit: system calls are not filtered"
  grep -q "^Uid:.$(id -u wirepath)." "/proc/$pid/status" || fail "$unit: user"
  awk '$5 == "/" && $6 ~ /^ro/ { found = 1 } END { exit !found }' "/proc/$pid/mountinfo" || fail "$unit: / is not read-only"
  await test -n "$(shows "$unit" StatusText)" || fail "$unit: no status"
  echo "$unit: $(shows "$unit" StatusText)"
done
[ "$(stat -c %U /var/lib/wirepath/spool)" = wirepath ] || fail "owner of the spools"
ls /var/lib/wirepath/spool/*/ >/dev/null || fail "there is no spool"

sed -i 's/connections: 100%/connections: 50%/; s/max-age: 7d/max-age: 6d/' /etc/wirepath/sniffer.yaml
systemctl reload "$sniffer" || fail "reload"
await told "$sniffer" 'sampling.connections: 100% → 50%' || fail "the reload took nothing"
await told "$sniffer" 'spool.max-age: 7d → 6d needs a restart' || fail "the reload took what needs a restart"
systemctl is-active -q "$sniffer" || fail "the reload ended the sniffer"

# A process that stands still is one that the watchdog is there for.
kill -STOP "$(shows "$sniffer" MainPID)"
restarted() { [ "$(shows "$sniffer" NRestarts)" = 1 ] && systemctl is-active -q "$sniffer"; }
await restarted || fail "the watchdog did not restart the sniffer"
told "$sniffer" 'Watchdog timeout' || fail "it was not the watchdog"

systemctl kill -s KILL "$serve"
back() { [ "$(shows "$serve" NRestarts)" = 1 ] && systemctl is-active -q "$serve"; }
await back || fail "serve did not come back after kill -9"

systemctl stop "$sniffer" "$serve" || fail "stop"
for unit in "$sniffer" "$serve"; do
  [ "$(shows "$unit" Result)" = success ] || fail "$unit did not stop well: $(shows "$unit" Result)"
done

systemctl start "$sniffer" || fail "second start"
dpkg -r wirepath || fail "dpkg -r"
systemctl is-active -q "$sniffer" && fail "the removed sniffer still runs"
dpkg -P wirepath || fail "dpkg -P"
for left in /etc/wirepath /var/lib/wirepath /usr/lib/wirepath /usr/bin/wirepath; do
  [ ! -e "$left" ] || fail "purge left $left"
done
ls /etc/systemd/system/wirepath.target.wants 2>/dev/null | grep -q . && fail "purge left enabled units"
echo "WHOLE LIFE"
