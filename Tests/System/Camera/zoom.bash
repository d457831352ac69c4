# A code that is too small as the camera sees it is read once it is zoomed in.
#camera uvc USB-CAMERA-1
usb=$VCAM_UVC0
# Less than a pixel a module at 640 pixels a row, three at the lens's longest.
qrencode -s 3 -m 8 -o "$QZ_HOME/code.png" ZOOM-CODE
ffmpeg -nostdin -v error -y -i "$QZ_HOME/code.png" -frames:v 1 -vf pad=2560:1920:-1:-1:white \
	-pix_fmt yuyv422 -f rawvideo "$QZ_HOME/small"
vcamctl uvc0 frames "$QZ_HOME/small" 2560x1920 1
start --format low
wait_until "the camera streams" shows "640×480"
sleep 5
check "nothing is read at 1×" shows "Nothing scanned yet"
for _ in $(seq 20); do press +; done
wait_until "the lens is at its longest" is_above "$usb" zoom_absolute 390
wait_until "the code is read there" shows "ZOOM-CODE"
press F
wait_until "another format is taken" shows_not "640×480"
wait_until "with pictures" fps_shown
wait_until "the lens stays where it is" is_above "$usb" zoom_absolute 390
press 0
wait_until "0 shows the whole picture again" is "$usb" zoom_absolute 100
press q
wait_until "q ends the program" ended_with 0
