# The lens finds its own way to a code that cannot be read where it stands, and holds it.
#camera uvc USB-CAMERA-1
usb=$VCAM_UVC0
in_focus() { is_above "$usb" focus_absolute 99 && is_below "$usb" focus_absolute 141; }

# Sharpest at 120; the camera's own automatic focus never gets there.
vcamctl uvc0 best 120
vcamctl uvc0 afspeed 0
start --format low
wait_until "the camera streams" shows "640×480"
press f
wait_until "the focus is locked" is "$usb" focus_automatic_continuous 0
press ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']' ']'
wait_until "at the far end" is "$usb" focus_absolute 0
sleep 3
check "nothing is read there" shows "Nothing scanned yet"
press '\;'
wait_until "p sweeps the lens and holds where it is sharp" logged_times "focus held" 1
check "that is near the sharpest place" in_focus
wait_until "the code is read there" shows "USB-CAMERA-1"
check "the focus is held" is "$usb" focus_automatic_continuous 0
ffmpeg -nostdin -v error -y -f lavfi -i testsrc=size=640x480 -frames:v 1 -pix_fmt yuyv422 -f rawvideo "$QZ_HOME/other"
vcamctl uvc0 frames "$QZ_HOME/other" 640x480 1
wait_until "when something else is there, focus is automatic again" is "$usb" focus_automatic_continuous 1

# ---- by a click, and near only
read -r _ _ _ size code _ < <(vcamctl list)
vcamctl uvc0 frames "$code" "$size" 1
vcamctl uvc0 best 200
is_near() { holds focusesNear "$(cat "$XDG_STATE_HOME/quietzone/cameras.json" 2>/dev/null)"; }
press M
wait_until "n keeps the focus near, which is remembered" is_near
click 43 18
wait_until "a click in the picture focuses there" logged_times "focus held" 2
check "near the sharpest place again" is_above "$usb" focus_absolute 179
check "not beyond it" is_below "$usb" focus_absolute 221
press M
wait_until "n lets it go far again" eval "! is_near"
click 137 3
wait_until "a click in the history selects" shows "USB-CAMERA-1"
press ']'
wait_until "] shows the value" shows "Focus 1"
tell "focus held"
press q
wait_until "q ends the program" ended_with 0
check "its automatic focus is restored" is "$usb" focus_automatic_continuous 1
