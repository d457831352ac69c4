# A camera that is unplugged, stalls or comes back elsewhere is taken again by itself; nothing is left behind.
#camera uvc USB-CAMERA-1
#camera loop:MJPG LOOP-CAMERA-2
usb=$VCAM_UVC0 loop=$VCAM_LOOP0
descriptors() { ls "/proc/$(pid)/fd" 2>/dev/null | grep -c .; }
threads() { ls "/proc/$(pid)/task" 2>/dev/null | grep -c .; }
node() { sed -n 's/^uvc0 \([^ ]*\) .*/\1/p' /run/cam/devices; }
video_mappings() { grep -c /dev/video "/proc/$(pid)/maps"; }

# Without colours a code is drawn in the fullest characters.
export NO_COLOR=1
start --source "$usb"
wait_until "the USB camera's code is read" shows "USB-CAMERA-1"
fds=$(descriptors) tasks=$(threads) maps=$(video_mappings)

# ---- unplugged: twice, the second time with another node number
for round in 1 2 3; do
	# Somebody who holds the old node keeps its number from being given again.
	[ $round = 2 ] && exec 5<"$(node)"
	vcamctl uvc0 unplug
	wait_until "round $round: the screen says that the camera was unplugged" shows "was unplugged"
	check "round $round: the last picture stays" holds "@@@" "$(screen)"
	vcamctl uvc0 plug
	SECONDS_ALLOWED=30 wait_until "round $round: the picture comes back" shows_not "reopened as soon as"
	wait_until "round $round: frames come" fps_shown
	[ $round = 2 ] && { check "round 2: under another node" test "$(node)" != "$usb"; exec 5<&-; }
done


# ---- stalled
vcamctl uvc0 stall
wait_until "a stalled camera is noticed" shows "sent no picture"
vcamctl uvc0 resume
wait_until "it goes on when frames come again" shows_not "reopened as soon as"
wait_until "frames come" fps_shown

no_more_threads() { test "$(threads)" -le "$tasks"; }
# A decoder that was too slow for this machine may be in the middle of being replaced.
no_more_descriptors() { test "$(descriptors)" -le "$fds"; }
wait_until "no descriptor is left behind" no_more_descriptors
# Those of the queues end by themselves when there is nothing to do for some seconds.
SECONDS_ALLOWED=60 wait_until "no thread is left behind" no_more_threads
check "no mapping is left behind" test "$(video_mappings)" -le "$maps"

# ---- hot-plug: another camera, and the one that was chosen
vcamctl uvc0 unplug
wait_until "it is gone" shows "was unplugged"
press c
wait_until "c takes the other camera" scans_with "vcam-loop0"
wait_until "whose code is read" shows "LOOP-CAMERA-2"
vcamctl uvc0 plug
wait_until "a camera that was plugged in is told" logged_times "vcam UVC 0 was plugged in" 1
press c
wait_until "and can be taken" scans_with "vcam UVC 0"
# Perhaps no new scan: it may have come back within five seconds.
wait_until "its code is read again" sees_one_by "vcam UVC 0"
press q
wait_until "q ends the program" ended_with 0

# ---- remembered from run to run
check "the choice is remembered with mode 0600" test "$(stat -c %a "$XDG_STATE_HOME/quietzone/cameras.json")" = 600
vcamctl uvc0 unplug
start
wait_until "a remembered camera that is not there is stood in for" shows "The last used camera is not connected"
wait_until "by one that is" shows "640×480 MJPG"
vcamctl uvc0 plug
wait_until "it is taken when it comes" scans_with "vcam UVC 0"
wait_until "and streams" shows "1280×720"
panes kill-session
sleep 1
check "a closed terminal ends the program" test -z "$(pid)"
