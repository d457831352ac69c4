# A code is read in every pixel format that cameras send: our own layouts, MJPEG, and RGB through libv4lconvert.
#camera loop:YUYV LOOP-YUYV
#camera loop:NV12 LOOP-NV12
#camera loop:GREY LOOP-GREY
#camera loop:MJPG LOOP-MJPG
#camera loop:RGB3 LOOP-RGB3
#camera loop:UYVY LOOP-UYVY
#camera loop:YU12 LOOP-YU12
#camera uvc USB-CAMERA-1
number=0
for fourcc in YUYV NV12 GREY MJPG RGB3 UYVY YU12; do
	node=VCAM_LOOP$number
	said=$(quietzone watch --source "${!node}" --once --timeout 60)
	check "a code is read in $fourcc" holds "LOOP-$fourcc" "$said"
	check "which is what the camera sends" holds "$fourcc" "$(quietzone cameras | sed -n "/vcam-loop$number /,/controls/p")"
	number=$((number + 1))
done
vcamctl uvc0 nodht 1
said=$(quietzone watch --source "$VCAM_UVC0" --format 640x480/MJPG --once --timeout 60)
check "a code is read in MJPEG without Huffman tables" holds "USB-CAMERA-1" "$said"
