# A device whose format is changed beneath is negotiated anew, and read on.
#camera idle NOBODY-FEEDS-THIS
device=$VCAM_LOOP0
qrencode -s 8 -m 12 -o "$QZ_HOME/first.png" FIRST-CODE
qrencode -s 8 -m 12 -o "$QZ_HOME/second.png" SECOND-CODE
# feed PICTURE PIX_FMT WxH: from now on; tried again while the driver still holds the format before.
feed() {
	while true; do
		ffmpeg -nostdin -v error -re -framerate 10 -loop 1 -i "$1" \
			-vf "scale=-1:400,pad=${3/x/:}:-1:-1:gray" -pix_fmt "$2" -f v4l2 "$device" 2>/dev/null &
		echo $! >"$QZ_HOME/feeder"
		wait $!
		sleep 0.2
	done &
	keeper=$!
}
starve() { kill "$keeper"; wait "$keeper" 2>/dev/null; kill "$(cat "$QZ_HOME/feeder")"; }
is_listed() { holds vcam-loop0 "$(quietzone cameras 2>/dev/null)"; }
check "a device that nobody feeds is not listed" eval "! is_listed"
feed "$QZ_HOME/first.png" yuyv422 640x480
wait_until "one that is fed is" is_listed
start --source "$device"
wait_until "it streams" shows "640×480 YUYV"
wait_until "its code is read" shows "FIRST-CODE"
starve
feed "$QZ_HOME/second.png" gray 800x600
wait_until "it streams in the other format" shows "800×600 GREY"
wait_until "the code of that is read" shows "SECOND-CODE"
press q
wait_until "q ends the program" ended_with 0
starve
