# The print quality of a code before a camera, without a screen and on it.
#camera loop:YUYV GRADED-LOOP
#camera uvc GRADED-USB
loop=$VCAM_LOOP0 usb=$VCAM_UVC0
for camera in "$loop" "$usb"; do
	graded=$(quietzone grade --source "$camera" --timeout 120 2>&1)
	check "a code before $camera is graded in five frames" holds "the mean of 5 frames" "$graded"
	check "as a code that is drawn on a screen is" holds "Decode                   passed" "$graded"
done
check "a camera that is there and shows no code ends by itself" eval '
	vcamctl loop0 stop; ! timeout 30 "$program" grade --source "$loop" --timeout 3 >/dev/null 2>&1'
vcamctl loop0 start

start --source "$usb"
wait_until "its code is read" shows "GRADED-USB"
press F6
wait_until "F6 grades it" shows "estimated after ISO/IEC 15415"
press Escape
wait_until "Escape leads back" shows_not "estimated after"
press q
wait_until "q ends the program" ended_with 0
