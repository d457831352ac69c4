# Raw formats that only libv4lconvert knows are read: the kernel's test driver shows a code through its own HDMI loop.
#camera vivid VIVID
input=$VCAM_VIVID0 number=${VCAM_VIVID0#/dev/video} output=/dev/video9
# Once more, with an output whose picture its input shows.
modprobe -r vivid
modprobe vivid n_devs=1 node_types=0x101 num_inputs=1 input_types=3 num_outputs=1 output_types=1 \
	vid_cap_nr="$number" vid_out_nr=9 no_error_inj=1
v4l2-ctl -d "$input" --set-dv-bt-timings index=0 >/dev/null
v4l2-ctl -d "$output" --set-dv-bt-timings index=0 >/dev/null
# No figures drawn over the code.
v4l2-ctl -d "$input" -c loop_video=1,osd_text_mode=2

qrencode -s 8 -m 8 -o "$QZ_HOME/code.png" VIVID-CODE
# shown_in FOURCC PIX_FMT: whether the code is read when input and output are set to that pixel format.
shown_in() {
	ffmpeg -nostdin -v error -y -i "$QZ_HOME/code.png" -frames:v 1 -vf scale=448:448,pad=640:480:-1:-1:gray \
		-pix_fmt "$2" -f rawvideo "$QZ_HOME/picture" || return
	v4l2-ctl -d "$output" --set-fmt-video-out "width=640,height=480,pixelformat=$1" >/dev/null
	v4l2-ctl -d "$output" --stream-out-mmap --stream-from="$QZ_HOME/picture" --stream-loop >/dev/null 2>&1 &
	local feeder=$! said
	said=$(quietzone watch --source "$input" --format "640x480/$1" --once --timeout 60)
	kill $feeder; wait $feeder 2>/dev/null
	holds VIVID-CODE "$said"
}
# A code is black and white, so a Bayer mosaic of it is the grey picture.
while read -r fourcc format; do
	check "a code is read in $fourcc" shown_in "$fourcc" "$format"
done <<'FORMATS'
RGBP rgb565le
BGR3 bgr24
RGB4 0rgb
BGR4 bgr0
XR24 bgr0
AR24 bgra
BA81 gray
GBRG gray
GRBG gray
RGGB gray
FORMATS
