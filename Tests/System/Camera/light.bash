# The light goes out whenever the camera is given up; reading light is put back.
#camera uvc USB-CAMERA-1
#camera loop:MJPG LOOP-CAMERA-2
usb=$VCAM_UVC0 loop=$VCAM_LOOP0
# How often the loop-back camera was told to light: v4l2loopback writes down what its controls are set to.
times_lit() { dmesg | grep -c "LED Mode = 2"; }
is_lit_again() { [ "$(times_lit)" -gt "$1" ] && is "$loop" led_mode 2; }
is_gone() { ! kill -0 "$1" 2>/dev/null; }
# Started from a shell, so that Ctrl-Z stops it and fg brings it back.
start_in_shell() {
	panes kill-server 2>/dev/null
	# A server that is still ending takes no session.
	until panes -f /dev/null new-session -d -x 140 -y 44 "bash --norc --noprofile -i" 2>/dev/null; do sleep 0.5; done
	sleep 1
	press "$(printf '%q ' "$program" "$@")" Enter
}

# ---- the light
check "cameras lists the light" holds "  light     led_mode" "$(quietzone cameras)"
quietzone cameras set --source "$loop" led_mode=torch >/dev/null
check "cameras set lights it for good" is "$loop" led_mode 2
quietzone cameras set --source "$loop" led_mode=off >/dev/null
check "and puts it out" is "$loop" led_mode 0
check "and who has none" holds '"light":null,"facesUser":false' "$(quietzone cameras --json)"
start_in_shell --source "$loop"
wait_until "the loop-back camera streams" shows "640×480 MJPG"
wait_until "its light is in the line of keys" shows "t torch"
press t
wait_until "t lights it" is "$loop" led_mode 2
wait_until "the status tells" shows "fps  light  "
press C-z
wait_until "Ctrl-Z stops the program" shows "Stopped"
check "the light is off while it is stopped" is "$loop" led_mode 0
press fg Enter
wait_until "fg brings it back" shows "t torch"
wait_until "it streams again" shows " fps "
check "the light is still off" is "$loop" led_mode 0
press t
wait_until "t lights it again" is "$loop" led_mode 2
before=$(times_lit)
press F
wait_until "another format takes nothing from the light" is_lit_again "$before"
before=$(times_lit)
vcamctl loop0 stop
wait_until "a camera that brings nothing more is said to be lost" shows "reopened as soon as"
check "its light is off" is "$loop" led_mode 0
vcamctl loop0 start
wait_until "when it comes back it is lit again" is_lit_again "$before"
wait_until "the status tells" shows "fps  light  "
press c
wait_until "c takes the USB camera" shows "Camera: vcam UVC 0"
check "the light went out with the switch" is "$loop" led_mode 0
wait_until "the USB camera streams" shows "1280×720"
check "its line of keys has no light" shows_not "t torch"
press t
wait_until "asked for, a white screen is offered" shows "This camera has no light"
sleep 0.5 # A question takes no key before it can have been read.
press y
wait_until "a yes makes the screen white" shows_not "History"
press c
wait_until "another camera ends that" shows "History"
wait_until "it streams" shows "640×480 MJPG"
wait_until "with pictures" fps_shown
check "its light is off since the switch" is "$loop" led_mode 0
press t
wait_until "its light is lit" is "$loop" led_mode 2
press q
wait_until "q ends the program" shows_not "History"
wait_until "the light is off" is "$loop" led_mode 0
for signal in TERM SEGV; do
	start_in_shell --source "$loop"
	wait_until "it streams" shows "640×480 MJPG"
	press t
	wait_until "the light is lit" is "$loop" led_mode 2
	scanner=$(pid)
	kill -$signal "$scanner"
	wait_until "SIG$signal ends the program" is_gone "$scanner"
	wait_until "SIG$signal leaves no light" is "$loop" led_mode 0
done
panes kill-server
while panes has-session 2>/dev/null; do sleep 0.5; done

# ---- reading light
v4l2-ctl -d "$usb" -c auto_exposure=3,gain=70
start --source "$usb"
wait_until "the USB camera's code is read" shows "USB-CAMERA-1"
press l
wait_until "l makes the exposure short" is "$usb" exposure_time_absolute 40
check "it is manual" is "$usb" auto_exposure 1
wait_until "the gain is higher" is_above "$usb" gain 70
check "the power line's frequency is as it was" is "$usb" power_line_frequency 1
wait_until "the status tells" shows "  reading light  "
press l
wait_until "l makes the exposure automatic again" is "$usb" auto_exposure 3
check "the gain is as it was" is "$usb" gain 70
wait_until "the status tells that as well" shows_not "  reading light  "
press l
wait_until "on once more" is "$usb" exposure_time_absolute 40
press q
wait_until "q ends the program" ended_with 0
check "the camera's own exposure is restored" is "$usb" auto_exposure 3
check "and its gain" is "$usb" gain 70
start --source "$usb"
wait_until "it is remembered for this camera" is "$usb" exposure_time_absolute 40
wait_until "the status tells" shows "reading light"
press l
wait_until "and turned off" is "$usb" auto_exposure 3
press q
wait_until "q ends the program" ended_with 0
check "nothing was said on standard error" test ! -s "$QZ_HOME/stderr"
