# A format that changes beneath is taken up; a camera that faces the user is shown as a mirror.
#camera loop:YUYV LOOP-FIRST
#camera vivid VIVID
loop=$VCAM_LOOP0 vivid=$VCAM_VIVID0
streams_begun() { dmesg | grep -c "${vivid#/dev/}: VIDIOC_STREAMON"; }
has_begun_again() { [ "$(streams_begun)" -gt "$1" ]; }

# ---- while nothing comes, somebody sets another format
start --source "$loop"
wait_until "the loop-back camera streams" shows "640×480 YUYV"
wait_until "its code is read" shows "LOOP-FIRST"
vcamctl loop0 stop
wait_until "that nothing comes any more is said" shows "reopened as soon as"
qrencode -s 8 -m 12 -o "$QZ_HOME/code.png" LOOP-SECOND
ffmpeg -nostdin -v error -y -i "$QZ_HOME/code.png" -frames:v 1 -vf pad=800:600:-1:-1:white -pix_fmt gray -f rawvideo "$QZ_HOME/second"
sed -i "s#^loop0 .*#loop0 $loop GREY 800x600 $QZ_HOME/second 1#" /run/cam/devices
vcamctl loop0 start
wait_until "the other format is taken" shows "800×600 GREY"
wait_until "a code is read in it" shows "LOOP-SECOND"
press q
wait_until "q ends the program" ended_with 0

# ---- while it streams, the driver says that its source has changed
modprobe -r vivid
modprobe vivid n_devs=1 node_types=0x1 num_inputs=1 input_types=3 vid_cap_nr="${vivid#/dev/video}"
v4l2-ctl -d "$vivid" --set-dv-bt-timings index=0 >/dev/null
start --source "$vivid" --format 640x480
wait_until "vivid streams" shows "640×480"
wait_until "pictures come" fps_shown
echo 3 >"/sys/class/video4linux/${vivid#/dev/}/dev_debug"
before=$(streams_begun)
v4l2-ctl -d "$vivid" -c dv_timings_signal_mode=1
wait_until "a change of the source is negotiated anew" has_begun_again "$before"
v4l2-ctl -d "$vivid" -c dv_timings_signal_mode=0
wait_until "pictures come again" fps_shown
check "the camera was never lost" shows_not "reopened as soon as"
press q
wait_until "q ends the program" ended_with 0

# ---- a camera that faces the user
vcamctl loop0 stop
modprobe -r v4l2loopback
modprobe v4l2loopback devices=1 video_nr="${loop#/dev/video}" card_label="Front Camera" exclusive_caps=1 camera_ctrls=1
vcamctl loop0 start
check "it is known by its name" holds '"facesUser":true' "$(quietzone cameras --json)"
start --source "$loop"
wait_until "it streams" shows " fps "
# What `m` makes of it tells what it was before; what is said of it may be missed.
mirrored() { grep -o '"isMirrored" : [a-z]*' "$XDG_STATE_HOME/quietzone/cameras.json"; }
press m
wait_until "it was a mirror, and that it is none any more is remembered" eval 'holds "isMirrored\" : false" "$(mirrored)"'
press m
wait_until "m makes it one again, as it is by itself" eval '[ -z "$(mirrored)" ]'
press q
wait_until "q ends the program" ended_with 0
check "nothing was said on standard error" test ! -s "$QZ_HOME/stderr"
