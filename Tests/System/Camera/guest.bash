# Runs one scenario inside the guest that vcam boots: guest.bash PROGRAM SCENARIO [TOOLS].
# Under emulation everything is slow, so a check waits for what it wants to see instead of for a time.
set -uo pipefail
program=$1 scenario=$2
# Where the host has built what scenarios need.
TOOLS=${3:-}
export QZ_HOME=/var/tmp/quietzone-test
export XDG_CONFIG_HOME=$QZ_HOME/config XDG_DATA_HOME=$QZ_HOME/data XDG_STATE_HOME=$QZ_HOME/state
export XDG_PICTURES_DIR=$QZ_HOME/pictures TMUX_TMPDIR=$QZ_HOME SWIFT_BACKTRACE=enable=no
rm -rf "$QZ_HOME"; mkdir -p "$QZ_HOME" "$XDG_CONFIG_HOME/quietzone"
# Not the first start: the welcome would lie over the picture.
mkdir -p -m 700 "$XDG_STATE_HOME/quietzone"; : >"$XDG_STATE_HOME/quietzone/welcomed"
# The status line tells the format.
printf '[display]\nfigures = true\n' >"$XDG_CONFIG_HOME/quietzone/config.toml"
quietzone() { "$program" "$@"; }
panes() { tmux -u -L quietzone "$@"; }

# ---- checks
pass() { echo "  ok  $1"; }
fail() {
	echo "  FAILED  $1"
	panes has-session 2>/dev/null && { echo "  the screen:"; screen | sed 's/ *$//; s/^/    |/'; }
	[ -s "$XDG_STATE_HOME/quietzone/quietzone.log" ] && tail -n 5 "$XDG_STATE_HOME/quietzone/quietzone.log" | sed 's/^/    log: /'
	return 0
}
# check TEXT COMMAND…: passes when the command does, at once.
check() { local text=$1; shift; if "$@"; then pass "$text"; else fail "$text"; fi; }
# wait_until TEXT COMMAND…: passes when the command does within 60 s (SECONDS_ALLOWED).
wait_until() {
	local text=$1 end=$((SECONDS + ${SECONDS_ALLOWED:-60})); shift
	while ! "$@"; do
		[ $SECONDS -lt $end ] || { fail "$text"; return 1; }
		sleep 0.2
	done
	pass "$text"
}
holds() { grep -qF -- "$1" <<<"$2"; }

# ---- the full-screen program in a terminal
start() { rm -f "$QZ_HOME/status"; panes -f /dev/null new-session -d -x 140 -y 44 "$(printf '%q ' "$program" "$@")2>$QZ_HOME/stderr; echo \$? >$QZ_HOME/status"; }
press() { panes send-keys "$@"; }
# click COLUMN ROW: the left button down and up there, counted from 1, as terminals report it.
click() { panes send-keys -l "$(printf '\e[<0;%d;%dM\e[<0;%d;%dm' "$1" "$2" "$1" "$2")"; }
# The status line says that this camera streams. What is said for seconds only may be missed on a slow machine.
scans_with() { screen | grep -qE "^ $1  .*  [0-9]+×[0-9]+"; }
logged_times() { [ "$(logged "$1" | grep -c .)" -ge "$2" ]; }
# Figures that the program measured are shown, not judged: emulation is slow.
logged() { grep -aF -- "$1" "$XDG_STATE_HOME/quietzone/quietzone.log"; }
tell() { logged "$1" | sed 's/^/      log: /'; }
screen() { panes capture-pane -p; }
shows() { holds "$1" "$(screen)"; }
shows_not() { ! shows "$1"; }
shows_times() { [ "$(screen | grep -cF -- "$1")" -ge "$2" ]; }
# The status line names the camera and one symbol in view.
sees_one_by() { screen | grep -F -- "$1 " | grep -qF "  1 in view"; }
fps_shown() { grep -qE '[1-9][0-9]*(\.[0-9])? fps' <<<"$(screen)"; }
# The kernel cuts a process's name at 15 characters.
pid() { pgrep -o -x "$(basename "$program" | cut -c 1-15)"; }
has_ended() { [ -s "$QZ_HOME/status" ]; }
ended_with() { has_ended && [ "$(cat "$QZ_HOME/status")" = "$1" ]; }

# ---- cameras
value() { v4l2-ctl -d "$1" -C "$2" | sed 's/^[^:]*: //; s/ .*//'; }
is() { [ "$(value "$1" "$2")" = "$3" ]; }
is_above() { [ "$(value "$1" "$2")" -gt "$3" ]; }
is_below() { [ "$(value "$1" "$2")" -lt "$3" ]; }

. "$scenario"
panes kill-server 2>/dev/null
echo "  done"
exit 0
