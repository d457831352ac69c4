# A camera that hangs in its driver for seconds delays no key, no signal and no other camera's picture.
#camera uvc USB-CAMERA-1
#camera loop:MJPG LOOP-CAMERA-2
usb=$VCAM_UVC0
export SLOW_WHILE=$QZ_HOME/slow LD_PRELOAD=$TOOLS/slow.so
# within SECONDS TEXT COMMAND…: as wait_until, but the time is a promise: generous, for emulation is slow.
within() {
	local limit=$1 text=$2 begun=$EPOCHREALTIME; shift 2
	SECONDS_ALLOWED=$limit wait_until "$text" "$@" && echo "      after $(((${EPOCHREALTIME/./} - ${begun/./}) / 1000)) ms"
}

start --source "$usb" --format low
wait_until "the camera streams" shows "640×480"
wait_until "its code is read" shows "USB-CAMERA-1"
touch "$SLOW_WHILE"
press f
press '?'
within 2 "help comes while the focus is being set" shows "Switch to the previous camera"
press Escape
within 2 "and goes" shows "History"
press v
within 2 "the cameras screen comes while controls and formats are asked for" shows "Cameras"
press Down Down Up
press Escape
within 2 "and goes" shows "History"
press +
press '\;'
press '?'
within 2 "help comes while zoom and focus are at it" shows "Switch to the previous camera"
press Escape
rm "$SLOW_WHILE"
wait_until "the focus is locked in the end" is "$usb" focus_automatic_continuous 0
press c
wait_until "c takes the other camera" scans_with "vcam-loop0"
press c
wait_until "and back" scans_with "vcam UVC 0"
touch "$SLOW_WHILE"
kill -TERM "$(pid)"
within 5 "TERM ends it while the camera hangs" has_ended
rm "$SLOW_WHILE"
