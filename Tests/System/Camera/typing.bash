# Scans are typed by a keyboard of the kernel's (uinput), read back by evtest, in four layouts.
#camera uvc USB-CAMERA-1
#packages evtest libxkbcommon0 xkb-data python3
for tool in evtest python3; do command -v $tool >/dev/null || missing="${missing:-}$tool "; done
holds 'libxkbcommon.so.0 ' "$(ldconfig -p)" || missing="${missing:-}libxkbcommon "
{ modprobe -a uinput evdev && [ -w /dev/uinput ]; } 2>/dev/null || missing="${missing:-}uinput "
if [ -n "${missing:-}" ]; then
	echo "  skipped: ${missing% } is not here"
	return 0
fi

# ---- the reader
keyboard() { grep -lx 'Quietzone scanner' /sys/class/input/event*/device/name 2>/dev/null | head -n 1 | cut -d / -f 5; }
has_keyboard() { [ -n "$(keyboard)" ] && [ -c "/dev/input/$(keyboard)" ]; }
listens() { grep -q '^Testing' "$events"; }
# read_keys NAME: into events-NAME. Nothing is scanned before evtest has the keyboard for itself; it ends when the keyboard goes, and
# must not hold the pictures' pipe (5) open.
read_keys() {
	events=$QZ_HOME/events-$1
	: >"$events"
	wait_until "$1: the kernel has a keyboard" has_keyboard || return 1
	stdbuf -oL evtest --grab "/dev/input/$(keyboard)" >"$events" 2>&1 5>&- &
	evtest=$!
	wait_until "$1: evtest listens" listens
}
# expect NAME LAYOUT TEXT: what a desktop of that layout has to make of events-NAME. Compared at the end, since Python starts slowly here.
sessions=()
expect() {
	printf %s "$3" >"$QZ_HOME/expected-$1"
	sessions+=("$2:$QZ_HOME/events-$1")
}
compare() {
	local session events name pressed apart
	python3 -IS "$(dirname "$scenario")/typed.py" "${sessions[@]}"
	for session in "${sessions[@]}"; do
		events=${session#*:} name=${session#*/events-}
		[ -e "$events.keys" ] || { fail "$name: what was pressed is no keyboard's"; continue; }
		check "$name: what is typed is what was scanned" cmp "$events.typed" "$QZ_HOME/expected-$name"
		read -r pressed apart <"$events.keys"
		echo "      $(sed -z 's/\n/␊/g; s/\t/␉/g' "$events.typed") ($pressed keys, at least $apart ms apart)"
		check "$name: keys are apart" [ "$apart" -ge "${pause[$name]:-5}" ]
	done
}

# ---- the program
# settings LINE…: of `[typing]`.
settings() { { echo '[typing]'; printf '%s\n' "$@"; } >"$XDG_CONFIG_HOME/quietzone/config.toml"; }
# picture TEXT: a code of it, made once: programs start slowly here.
declare -A pictures=()
picture() {
	[ -n "${pictures[$1]:-}" ] || pictures[$1]=$QZ_HOME/${#pictures[@]}.png
	[ -e "${pictures[$1]}" ] || qrencode -s 4 -m 6 -o "${pictures[$1]}" "$1"
}
# scan NAME TEXT…: `watch --type` sees a code of each text, one after the other.
scan() {
	local name=$1 text watch seen=(); shift
	rm -f "$QZ_HOME/pictures"; mkfifo "$QZ_HOME/pictures"
	quietzone watch --type --source - <"$QZ_HOME/pictures" >"$QZ_HOME/printed" 2>"$QZ_HOME/refused" &
	watch=$!
	exec 5>"$QZ_HOME/pictures"
	for text; do picture "$text"; seen+=("${pictures[$text]}"); done
	read_keys "$name"
	cat "${seen[@]}" >&5
	exec 5>&-
	wait $watch "$evtest"
}
refuses() { holds "not typed: $1" "$(cat "$QZ_HOME/refused")"; }

# What every layout has without dead keys; y, z, capitals, digits and signs lie elsewhere on each.
address='https://example.com/a-b_c?x=1&y=Zz@q' sentence=$'Zebra + Yoyo: "Quiz", it\'s 50% (of #3); <0123456789>*!'
letters='abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ{|}[\]$.'
declare -A pause=([de]=12) prefix=([de]='> ' [fr]='\t') suffix=([de]='\t\n' [fr]='\n\n')
# Our name of the layout, xkeyboard-config's, characters that not all have, one that it has no key for.
while read -r layout theirs own foreign; do
	before=${prefix[$layout]:-} behind="${suffix[$layout]:-\n}"
	settings "layout = \"$layout\"" "prefix = \"$before\"" "suffix = \"$behind\"" "pause-milliseconds = ${pause[$layout]:-5}"
	scan "$layout" "$address" $'a\e[Ab' "$sentence" "a${foreign}b" $'two\nlines' "$letters" "$own"
	text=
	for part in "$address" "$sentence" "$letters" "$own"; do text+=${before@E}$part${behind@E}; done
	expect "$layout" "$theirs" "$text"
	check "$layout: control characters are refused" refuses "it contains a control character"
	check "$layout: what it has no key for is refused" refuses "the layout $layout has no key for “$foreign”"
done <<'END'
us us ~`^ ü
de de äöüßÄÖÜ€§°~µ ^
uk gb ~`^£€¬ ß
fr fr éèçàù²°£µ§¤€ ñ
END

# The camera sends nothing until evtest listens; then its code stays in view.
settings 'suffix = ""'
vcamctl uvc0 stall
start --type --source "$VCAM_UVC0"
read_keys screen
vcamctl uvc0 resume
wait_until "screen: the camera's code is read" shows "USB-CAMERA-1"
press q
wait_until "screen: q ends the program" ended_with 0
wait "$evtest"
expect screen us "USB-CAMERA-1"

compare
