# A Wi-Fi code joins a network, of a real access point by a real NetworkManager (the kernel's simulated radios).
#camera idle NO-CAMERA
modules=$(ls -d "${VCAM_CACHE:-/var/cache/vcam}/kernel-"*/lib/modules/"$(uname -r)" 2>/dev/null)
for tool in nmcli NetworkManager hostapd wpa_supplicant dbus-daemon udevadm busybox; do
	command -v $tool >/dev/null || missing="${missing:-}$tool "
done
if [ -n "${missing:-}" ] || ! modprobe -d "${modules%/lib/modules/*}" mac80211_hwsim radios=2 2>/dev/null; then
	echo "  skipped: ${missing:-mac80211_hwsim }is not here"
	return 0
fi
password='s3 cret;pa\ss"x:'
/lib/systemd/systemd-udevd --daemon
udevadm trigger --type=devices --action=add -s net && udevadm settle -t 20
mkdir -p /run/dbus /var/lib/dbus && dbus-uuidgen --ensure && dbus-daemon --system --fork
cat >$QZ_HOME/hostapd.conf <<END
interface=wlan0
ssid=Cafe: Nero
hw_mode=g
channel=1
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=$password
END
hostapd -B $QZ_HOME/hostapd.conf >/dev/null
printf '[keyfile]\nunmanaged-devices=interface-name:wlan0\n' >/etc/NetworkManager/conf.d/access-point.conf
ip address add 192.0.2.1/24 dev wlan0 2>/dev/null
printf 'start 192.0.2.10\nend 192.0.2.20\ninterface wlan0\nlease_file %s\n' $QZ_HOME/leases >$QZ_HOME/udhcpd.conf
touch $QZ_HOME/leases && busybox udhcpd -S $QZ_HOME/udhcpd.conf
wpa_supplicant -u -B >/dev/null && NetworkManager
sees_network() { nmcli -t -f SSID dev wifi list ifname wlan1 | grep -qF 'Cafe\: Nero'; }
wait_until "NetworkManager sees the network" sees_network
qrencode -s 6 -m 8 -o $QZ_HOME/wifi.png 'WIFI:T:WPA;S:Cafe\: Nero;P:s3 cret\;pa\\ss\"x\:;;'
qrencode -s 6 -m 8 -o $QZ_HOME/wrong.png 'WIFI:T:WPA;S:Elsewhere;P:not this one;;'

start --source $QZ_HOME/wifi.png
wait_until "the code is read, its password masked" shows "Wi-Fi Cafe: Nero (WPA)"
check "the password is not shown" shows_not "s3 cret"
press o
wait_until "o asks first" shows "Join this network?"
sleep 1
press y
wait_until "y joins it" shows "Joined Cafe: Nero"
joined() { nmcli -t -f NAME connection show --active | grep -qF 'Cafe\: Nero'; }
check "the device is connected" joined
check "NetworkManager has the password, as it is" holds 'psk=s3 cret;pa\\ss"x:' \
	"$(cat /etc/NetworkManager/system-connections/*)"
press q
wait_until "q ends the program" ended_with 0

SECONDS_ALLOWED=90
start --source $QZ_HOME/wrong.png
wait_until "another code is read" shows "Wi-Fi Elsewhere (WPA)"
press o
wait_until "o asks" shows "Join this network?"
sleep 1
press y
wait_until "what is not in reach says so" shows "nmcli could not join"
gone() { ! nmcli -t -f NAME connection show | grep -q Elsewhere; }
check "its profile is gone again" gone
press q
wait_until "q ends the program" ended_with 0
