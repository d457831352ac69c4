# Controls are set, remembered, put back and restored; formats and the picture's view change live.
#camera uvc USB-CAMERA-1
usb=$VCAM_UVC0

# ---- for good, from the command line
said=$(quietzone cameras set --source "$usb" brightness=20 power_line_frequency="60 Hz" 2>&1)
check "cameras set says what was set" holds "brightness = 20" "$said"
check "cameras set sets a number" is "$usb" brightness 20
check "cameras set sets a choice by its title" is "$usb" power_line_frequency 2
quietzone cameras set --source "$usb" focus_absolute=60 focus_automatic_continuous=off >/dev/null
check "cameras set sets modes before what they hold" is "$usb" focus_absolute 60
check "a value out of range is refused" holds "-64…64" "$(quietzone cameras set brightness=999 2>&1)"
check "with exit status 2" bash -c "'$program' cameras set brightness=999 2>/dev/null; [ \$? = 2 ]"
check "an unknown control is refused" holds "no control nonsense" "$(quietzone cameras set nonsense=1 2>&1)"

# ---- put back at opening, restored at the end
v4l2-ctl -d "$usb" -c focus_automatic_continuous=1,brightness=-5,power_line_frequency=1
start
wait_until "the camera streams" shows "1280×720"
wait_until "remembered settings are put back at opening" is "$usb" brightness 20
check "all of them" is "$usb" power_line_frequency 2
press + + +
wait_until "zoomed in" is_above "$usb" zoom_absolute 120
press q
wait_until "q ends the program" ended_with 0
check "the camera's own brightness is restored" is "$usb" brightness -5
check "its power line frequency" is "$usb" power_line_frequency 1
check "its automatic focus" is "$usb" focus_automatic_continuous 1
check "its zoom" is "$usb" zoom_absolute 100

quietzone cameras reset --source "$usb" >/dev/null
check "cameras reset sets defaults" is "$usb" brightness 0
check "and forgets what was set" test "$(grep -c brightness "$XDG_STATE_HOME/quietzone/cameras.json")" = 0

# ---- formats, live
start --format 640x480@30/YUYV
wait_until "--format takes exactly that" shows "640×480 YUYV"
wait_until "a code is read in it" shows "USB-CAMERA-1"
press F
wait_until "F takes another format, live" shows_not "640×480 YUYV"
wait_until "pictures come in it" fps_shown
remembered() { grep '"format"' "$XDG_STATE_HOME/quietzone/cameras.json"; }
wait_until "it is remembered" eval 'holds high "$(remembered)"'
vcamctl uvc0 stall
press F
wait_until "a format that brings no picture is given up" logged_times "Back to high" 1
check "the one before is remembered still" holds high "$(remembered)"
vcamctl uvc0 resume
wait_until "it is taken again" shows "1280×720 MJPG"
wait_until "and brings pictures" fps_shown
press F
wait_until "once the camera sends again, the other is taken" eval 'holds photo "$(remembered)"'
tell "format not applied"
press q
wait_until "q ends the program" ended_with 0
check "what is no format is refused" holds "WIDTHxHEIGHT" "$(quietzone --format 1x 2>&1)"

# ---- the picture's view
start --format low
wait_until "low is at most 640×480" shows "640×480"
press R
wait_until "o turns the picture" shows "rotated by 90°"
press m
wait_until "m mirrors it" shows "mirrored"
panes kill-session; sleep 1
start --format low
wait_until "a turned and mirrored picture is still read" shows_times "USB-CAMERA-1" 2
press 0
wait_until "0 shows the whole picture" shows "Zoom 1.0×"
for _ in $(seq 24); do press +; done
wait_until "beyond the lens the picture itself is enlarged" shows "digital"
press 0
wait_until "0 takes both back" shows "Zoom 1.0×"
check "the lens too" is "$usb" zoom_absolute 100
press q
wait_until "q ends the program" ended_with 0
check "the orientation is remembered" holds quarterTurns "$(cat "$XDG_STATE_HOME/quietzone/cameras.json")"
