# Two cameras are listed, read and switched by key; focus, zoom and light follow keys.
#camera uvc USB-CAMERA-1
#camera loop:MJPG LOOP-CAMERA-2
usb=$VCAM_UVC0 loop=$VCAM_LOOP0

# ---- the list
list=$(quietzone cameras)
check "cameras lists the USB camera" holds "vcam UVC 0  $usb" "$list"
check "cameras lists the loop-back camera" holds "vcam-loop0  $loop" "$list"
check "a metadata node is not listed" test "$(grep -c "^[^ ].*/dev/video" <<<"$list")" = 2
for text in MJPG YUYV NV12 GREY "focus_absolute = " "zoom_absolute = " "brightness = 0  (-64…64, default 0)"; do
	check "the USB camera's list holds $text" holds "$text" "$(sed '/vcam-loop0/,$d' <<<"$list")"
done
check "the loop-back camera's list holds its light" holds "led_mode" "$(sed -n '/vcam-loop0/,$p' <<<"$list")"
json=$(quietzone cameras --json)
check "cameras --json is one object a line" test "$(grep -c '^{.*}$' <<<"$json")" = 2
check "cameras --json holds the node" holds "\"node\":\"$usb\"" "$json"
check "cameras --json holds formats" holds '"encoding":"MJPG"' "$json"
check "cameras says what the focus can do" holds "focus     continuous, on a part of the picture by sweeping" "$list"
check "cameras --json does too" holds '"focus":{"continuous":true,"once":"sweep","near":"sweep"}' "$json"
check "cameras --json holds controls" holds '"key":"focus_absolute"' "$json"

# ---- reading both
start
wait_until "the USB camera's code is read" shows "USB-CAMERA-1"
wait_until "the status line names the USB camera" shows "vcam UVC 0"
press c
wait_until "c takes the loop-back camera" scans_with "vcam-loop0"
wait_until "the loop-back camera's code is read" shows "LOOP-CAMERA-2"
press c
wait_until "c goes back to the USB camera" scans_with "vcam UVC 0"
# Perhaps no new scan: it may have come back within five seconds.
wait_until "the USB camera's code is read again" sees_one_by "vcam UVC 0"

# ---- focus and zoom
check "focus is automatic at first" is "$usb" focus_automatic_continuous 1
press f
# What is said stands for seconds only: it is looked for first.
wait_until "the screen says that it is locked" shows "Focus locked"
wait_until "f locks the focus" is "$usb" focus_automatic_continuous 0
before=$(value "$usb" focus_absolute)
press ]
wait_until "] moves the focus farther" is_below "$usb" focus_absolute "$before"
press '[' '['
wait_until "[ moves the focus nearer" is_above "$usb" focus_absolute "$before"
press f
wait_until "f lets the camera focus again" is "$usb" focus_automatic_continuous 1
press + +
wait_until "the factor is shown" shows "Zoom 1."
wait_until "+ zooms in" is_above "$usb" zoom_absolute 115
press - -
wait_until "- zooms out" is "$usb" zoom_absolute 100

# ---- the light
press t
wait_until "t says that the USB camera has no light" shows "no light"
press n c
wait_until "c takes the loop-back camera" scans_with "vcam-loop0"
wait_until "it streams" shows "640×480 MJPG"
press t
wait_until "t lights the loop-back camera" is "$loop" led_mode 2
press c
wait_until "c goes back to the USB camera" scans_with "vcam UVC 0"
wait_until "the light went out with the switch" is "$loop" led_mode 0

# ---- a camera that cannot be had
press c
wait_until "c takes the loop-back camera once more" scans_with "vcam-loop0"
v4l2-ctl -d "$usb" --stream-mmap --stream-count=1000000 >/dev/null 2>&1 &
holder=$!
sleep 3
press c
wait_until "a camera in use says so, and the one before goes on" logged_times "camera not switched" 1
wait_until "its picture comes again" fps_shown
kill $holder; wait $holder 2>/dev/null
press c
wait_until "once it is free it is taken" scans_with "vcam UVC 0"
tell "switched to"

# ---- the end
press q
wait_until "q ends the program" ended_with 0
history=$(quietzone history list)
check "the history holds the USB camera's code" holds "USB-CAMERA-1" "$history"
check "the history holds the loop-back camera's code" holds "LOOP-CAMERA-2" "$history"
check "nothing was said on standard error" test ! -s "$QZ_HOME/stderr"
