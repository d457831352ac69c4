# A beacon that this machine advertises through a real BlueZ is heard on another adapter (the kernel's virtual ones).
#camera idle NO-CAMERA
#packages bluez bluez-test-tools dbus
modules=$(ls -d "${VCAM_CACHE:-/var/cache/vcam}/kernel-"*/lib/modules/"$(uname -r)" 2>/dev/null)
bluetoothd=$(ls /usr/libexec/bluetooth/bluetoothd /usr/sbin/bluetoothd 2>/dev/null | head -n 1)
for tool in btvirt busctl dbus-daemon; do
	command -v $tool >/dev/null || missing="${missing:-}$tool "
done
if [ -n "${missing:-}" ] || [ -z "$bluetoothd" ] || ! modprobe -d "${modules%/lib/modules/*}" hci_vhci 2>/dev/null; then
	echo "  skipped: ${missing:-bluetoothd or hci_vhci }is not here"
	return 0
fi
uuid=e2c56db5-dffb-48d2-b060-d0f5a71096e0
complains() { holds "$1" "$(quietzone beacons --timeout 1 2>&1)"; }
mkdir -p /run/dbus /var/lib/dbus && dbus-uuidgen --ensure
wait_until "without a bus it is said what to do" complains "quietzone: "
dbus-daemon --system --fork
wait_until "without BlueZ, too" complains "bluez"
btvirt -l2 >/dev/null 2>&1 &
sleep 2
"$bluetoothd" >$QZ_HOME/bluetoothd.log 2>&1 &
both() { [ "$(busctl --system tree org.bluez --list 2>/dev/null | grep -c '/hci[01]$')" = 2 ]; }
wait_until "BlueZ knows both adapters" both || { busctl --system tree org.bluez --list; ls /sys/class/bluetooth; tail -n 5 $QZ_HOME/bluetoothd.log; }
power() { for adapter in hci0 hci1; do busctl --system set-property org.bluez /org/bluez/$adapter org.bluez.Adapter1 Powered b "$1"; done; }
power false
wait_until "adapters that are off are named" complains "bluetoothctl power on"
power true
hears_nothing() { quietzone beacons --timeout 2 >$QZ_HOME/heard 2>&1; [ $? = 1 ] && [ ! -s $QZ_HOME/heard ]; }
wait_until "with both on nothing is heard" hears_nothing
quietzone beacons --adapter hci1 --advertise $uuid:1:42 2>$QZ_HOME/advertising &
advertiser=$!
hears() { quietzone beacons --adapter hci0 --timeout 4 --json >$QZ_HOME/heard 2>&1 && holds "\"id\":\"$uuid:1:42\"" "$(cat $QZ_HOME/heard)"; }
wait_until "the beacon is heard on the other adapter" hears
sed 's/^/      /' $QZ_HOME/heard
check "it is an iBeacon with its power at one metre" holds '"kind":"ibeacon"' "$(grep -F '"measuredPower":-59' $QZ_HOME/heard)"
kill -INT $advertiser
wait_until "it is gone with the program that advertised it" hears_nothing

# On the full screen an adapter that is switched off is said once, and the keys answer on.
quietzone places add fair Fair --beacon $uuid:1 >/dev/null
printf '[places]\nbeacons = true\n' >>"$XDG_CONFIG_HOME/quietzone/config.toml"
start --source demo
wait_until "the demo runs" shows "in view"
power false
wait_until "Bluetooth that is switched off is said" shows "Bluetooth"
press q
wait_until "q ends the program" ended_with 0
