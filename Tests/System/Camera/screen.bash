# The cameras screen lists devices, formats and controls, and changes them.
#camera uvc USB-CAMERA-1
#camera loop:MJPG LOOP-CAMERA-2
usb=$VCAM_UVC0 loop=$VCAM_LOOP0

start --source "$usb"
wait_until "the USB camera's code is read" shows "USB-CAMERA-1"
press v
wait_until "v lists the camera in use" shows "● vcam UVC 0"
wait_until "and the other one" shows "vcam-loop0"
wait_until "presets" shows "up to 640×480"
wait_until "and formats" shows "1280x720@30/MJPG"
press End
wait_until "controls are at the end" shows "zoom_absolute"
press Right
wait_until "Right raises the control" is_above "$usb" zoom_absolute 100
check "it is remembered" holds zoom_absolute "$(cat "$XDG_STATE_HOME/quietzone/cameras.json")"
press r
wait_until "r sets its default" is "$usb" zoom_absolute 100
press Up
press Left
wait_until "Left turns automatic focus off" is "$usb" focus_automatic_continuous 0
press Right
wait_until "Right turns it on" is "$usb" focus_automatic_continuous 1
press Up Right
wait_until "a control that is held says so" shows "it is in an automatic mode"
press Home Down Down
press Enter
wait_until "Enter takes a format" shows "Format low"
press Escape
wait_until "which is used at once" shows "640×480"
press v
wait_until "back on the screen" shows "● low"
vcamctl uvc0 unplug
wait_until "a camera that is gone is said to be" shows "not connected"
vcamctl uvc0 plug
wait_until "and comes back" shows_not "not connected"
press End
wait_until "with its controls" shows "zoom_absolute"
press Home Down Enter
wait_until "Enter takes a camera" shows "● vcam-loop0"
press q
wait_until "q goes back, its code is read" shows "LOOP-CAMERA-2"
press q
wait_until "q ends the program" ended_with 0
check "the camera's own settings are restored" is "$usb" focus_automatic_continuous 1
