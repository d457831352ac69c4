# The light goes out whenever the camera is given up; reading light is put back; pictures keep their colours.
#camera uvc USB-CAMERA-1
#camera loop:MJPG LOOP-CAMERA-2
usb=$VCAM_UVC0 loop=$VCAM_LOOP0
pid() { pgrep -o -x "$(basename "$program")"; }
pictures() { ls "$XDG_PICTURES_DIR/Quietzone" 2>/dev/null; }
is_gone() { ! kill -0 "$1" 2>/dev/null; }
newest() { echo "$XDG_PICTURES_DIR/Quietzone/$(pictures | tail -n 1)"; }
# Written as well: the name is taken before.
has_pictures() { [ "$(pictures | grep -c .)" = "$1" ] && [ -s "$(newest)" ]; }
# Under emulation the decoder's troubles may take the place of a notice at once.
says_disk_full() { press P; sleep 1; shows "No space left on device"; }
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
check "and who has none" holds '"light":null,"facesUser":false' "$(quietzone cameras --json)"
start_in_shell --source "$loop"
wait_until "the loop-back camera streams" shows "640×480 MJPG"
wait_until "its light is in the line of keys" shows "t torch"
press t
wait_until "t lights it" is "$loop" led_mode 2
wait_until "the status tells" shows "MJPG  light"
press C-z
wait_until "Ctrl-Z stops the program" shows "Stopped"
check "the light is off while it is stopped" is "$loop" led_mode 0
press fg Enter
wait_until "fg brings it back" shows "t torch"
wait_until "it streams again" shows " fps "
check "the light is still off" is "$loop" led_mode 0
press t
wait_until "t lights it again" is "$loop" led_mode 2
press c
wait_until "c takes the USB camera" shows "Camera: vcam UVC 0"
check "the light went out with the switch" is "$loop" led_mode 0
wait_until "the USB camera streams" shows "1280×720"
check "its line of keys has no light" shows_not "t torch"
press t
wait_until "asked for, a white screen is offered" shows "This camera has no light"
press y
wait_until "a yes makes the screen white" shows_not "Last scan"
press c
wait_until "another camera ends that" shows "Last scan"
wait_until "it streams" shows "640×480 MJPG"
press t
wait_until "its light is lit" is "$loop" led_mode 2
press q
wait_until "q ends the program" shows_not "Last scan"
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

# ---- pictures
press m P
wait_until "P saves a picture" has_pictures 1
picture=$(newest)
check "it is a JPEG of the whole picture, with the camera and the mirror in its Exif" \
	bash -c "file '$picture' | grep -q 'model=vcam UVC 0.*orientation=.*2.*1280x720, components 3'"
check "it is the camera's own" bash -c "ffprobe -v error -show_entries stream=codec_name,width -of csv=p=0 '$picture' | grep -q mjpeg,1280"
press q
wait_until "q ends the program" ended_with 0
check "its code can be read" holds "USB-CAMERA-1" "$(quietzone read "$picture")"
mkdir -p "$XDG_CONFIG_HOME/quietzone"
printf '[pictures]\nformat = "png"\nkeep-scans = true\n' >"$XDG_CONFIG_HOME/quietzone/config.toml"
start --source "$usb" --format 640x480@30/YUYV
wait_until "a YUYV picture is read" shows_times "USB-CAMERA-1" 2
wait_until "the scan's picture is saved" has_pictures 2
press P
wait_until "P saves a PNG" has_pictures 3
check "in colour" bash -c "ls '$XDG_PICTURES_DIR'/Quietzone/*.png | xargs file | grep -q '640 x 480, 8-bit/color RGB'"
press q
wait_until "q ends the program" ended_with 0
mount -t tmpfs -o size=4k none "$XDG_PICTURES_DIR"
start --source "$usb"
wait_until "the camera streams" shows " fps "
wait_until "a full disk is said" says_disk_full
check "nothing is left of the picture" test -z "$(ls -A "$XDG_PICTURES_DIR/Quietzone")"
press q
wait_until "q ends the program" ended_with 0
umount "$XDG_PICTURES_DIR"
check "the history links the scan's picture" holds '"picture":"' "$(quietzone history export)"
check "nothing was said on standard error" test ! -s "$QZ_HOME/stderr"
