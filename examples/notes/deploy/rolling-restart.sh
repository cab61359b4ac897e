#!/bin/sh
# Replaces the processes behind nginx one after the other, so that no request fails, not even a POST.
# For each process it
#   1. marks the process as `down` in upstream.conf and lets nginx read that,
#   2. waits until requests that nginx sent it before have their responses,
#   3. restarts the process, and waits until it is ready,
#   4. puts it back.
#
# Without the first two steps nginx may send a POST in the instant in which the process stops
# listening. The operating system resets such a connection, and nginx does not repeat a POST.
#
#   ./rolling-restart.sh 3001 3002 3003 3004
#
# These variables are for other process managers and for tests:
#   UPSTREAM   the file with the list of processes
#   RELOAD     lets nginx read its configuration
#   DRAIN      returns when the process has no request of nginx (the port is its argument)
#   RESTART    ends the process gracefully and starts it again (the port is its argument)
set -eu

UPSTREAM=${UPSTREAM:-/etc/nginx/upstream.conf}
RELOAD=${RELOAD:-nginx -s reload}
DRAIN=${DRAIN:-sleep_for_requests}
RESTART=${RESTART:-restart_unit}

[ $# -gt 0 ] || {
  echo "usage: $0 port..." >&2
  exit 2
}

# Requests take less than a second here; a longer one finishes as well, in the graceful shutdown.
sleep_for_requests() { sleep 2; }
restart_unit() { systemctl restart "notes@$1"; }

# Replaces the line of a port. A rename lets nginx see the old or the new file, never a half of one.
rewrite() {
  grep -q ":$1 " "$UPSTREAM" || {
    echo "$UPSTREAM has no process on port $1" >&2
    exit 1
  }
  sed "$2" "$UPSTREAM" >"$UPSTREAM.new"
  mv "$UPSTREAM.new" "$UPSTREAM"
  $RELOAD
}

# The line may be `down` already, if an earlier run ended before it put the process back.
take_out() { rewrite "$1" "/:$1 /s/\( down\)*;\$/ down;/"; }
put_back() { rewrite "$1" "/:$1 /s/\( down\)*;\$/;/"; }

ready() {
  left=300
  until curl -fsS -o /dev/null --max-time 2 "http://127.0.0.1:$1/health/ready" 2>/dev/null; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || {
      echo "The process on port $1 is not ready. It stays out of $UPSTREAM; the others still run." >&2
      exit 1
    }
    sleep 0.2
  done
}

for port in "$@"; do
  take_out "$port"
  $DRAIN "$port"
  $RESTART "$port"
  ready "$port"
  put_back "$port"
  echo "replaced the process on port $port"
done
