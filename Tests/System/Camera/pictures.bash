# Pictures are saved whole, in colour, as they are seen; those of scans are linked from the history.
#camera uvc USB-CAMERA-1
usb=$VCAM_UVC0
pictures() { ls "$XDG_PICTURES_DIR/Quietzone" 2>/dev/null; }
newest() { echo "$XDG_PICTURES_DIR/Quietzone/$(pictures | tail -n 1)"; }
# Written as well: the name is taken before.
has_pictures() { [ "$(pictures | grep -c .)" = "$1" ] && [ -s "$(newest)" ]; }
# Under emulation the decoder's troubles may take the place of a notice at once.
# The notice may be wrapped.
says_disk_full() { press P; sleep 1; shows "Picture not saved"; }

start --source "$usb"
wait_until "the USB camera's code is read" shows "USB-CAMERA-1"
press m P
wait_until "P saves a picture" has_pictures 1
picture=$(newest)
check "it is a JPEG of the whole picture, with the camera and the mirror in its Exif" \
	bash -c "file '$picture' | grep -q 'model=vcam UVC 0.*orientation=.*2.*1280x720, components 3'"
press R
is_turned() { grep -q quarterTurns "$XDG_STATE_HOME/quietzone/cameras.json"; }
wait_until "the picture is turned from now on" is_turned
check "it is the camera's own" bash -c "ffprobe -v error -show_entries stream=codec_name,width -of csv=p=0 '$picture' | grep -q mjpeg,1280"
press q
wait_until "q ends the program" ended_with 0
check "its code can be read" holds "USB-CAMERA-1" "$(quietzone read "$picture")"
mkdir -p "$XDG_CONFIG_HOME/quietzone"
printf '[display]\nfigures = true\n[pictures]\nformat = "png"\nkeep-scans = true\n' >"$XDG_CONFIG_HOME/quietzone/config.toml"
start --source "$usb" --format 640x480@30/YUYV
wait_until "a YUYV picture is read" shows_times "USB-CAMERA-1" 2
wait_until "the scan's picture is saved" has_pictures 2
press P
wait_until "P saves a PNG" has_pictures 3
in_colour() { file "$XDG_PICTURES_DIR"/Quietzone/*.png | grep -c '480 x 640, 8-bit/color RGB'; }
check "both in colour and turned" test "$(in_colour)" = 2
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
quietzone watch --source "$usb" --format 640x480@30/YUYV --once --keep --timeout 60 >/dev/null
check "watch keeps a scan's picture as the scanner shows it" test "$(in_colour)" = 3
check "the history links the scan's picture" holds '"picture":"' "$(quietzone history export)"
check "which is deleted with the scans" holds "deleted for good, with 2 pictures" "$(quietzone history forget --all --yes)"
check "those of the key stay" has_pictures 2
check "nothing was said on standard error" test ! -s "$QZ_HOME/stderr"
