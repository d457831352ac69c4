# Scans wait while another program holds the history: a switch of cameras and the end lose none.
#camera uvc KEEP-CAMERA-1
#camera loop:MJPG KEEP-CAMERA-2
history=$XDG_DATA_HOME/quietzone/history.sqlite

# hold FILE: another program writes to the history as long as FILE is there.
hold() {
	touch "$1"
	python3 - "$history" "$1" <<-'END' &
		import os, sqlite3, sys, time
		database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
		database.execute("BEGIN IMMEDIATE")
		open(sys.argv[2] + ".held", "w").close()
		while os.path.exists(sys.argv[2]):
		    time.sleep(0.05)
		database.execute("ROLLBACK")
	END
	until [ -e "$1.held" ]; do sleep 0.1; done
}
kept() { quietzone history list --json | grep -cF "\"text\":\"$1\""; }
is_kept() { [ "$(kept "$1")" -ge 1 ]; }
total() { echo $(($(kept KEEP-CAMERA-1) + $(kept KEEP-CAMERA-2))); }
has_total() { [ "$(total)" -ge "$1" ]; }

# The history is made, with a scan of something else in it.
printf 'time,text,symbology\n2026-01-01T00:00:00Z,first,qr-code\n' >"$QZ_HOME/first.csv"
quietzone history import "$QZ_HOME/first.csv" >/dev/null
check "there is a history" test -e "$history"

hold "$QZ_HOME/hold-1"
start
wait_until "the first camera's code is read, and not kept" logged_times "scan not saved" 1
check "it is said that it is not kept yet" shows "ot saved"
press c
wait_until "the other camera's code is read while the first scan waits" logged_times "scan not saved" 2
check "nothing is kept" test "$(kept KEEP-CAMERA-1)$(kept KEEP-CAMERA-2)" = 00
rm "$QZ_HOME/hold-1"
wait_until "the first camera's scan is kept when the history is free" is_kept KEEP-CAMERA-1
wait_until "the other camera's scan is kept, too" is_kept KEEP-CAMERA-2
press q
wait_until "it ends" ended_with 0

# ---- the end while scans wait
before=$(total)
hold "$QZ_HOME/hold-2"
start
waiting=$(logged "scan not saved" | grep -c .)
wait_until "a scan waits" logged_times "scan not saved" $((waiting + 1))
press c
wait_until "the other camera's scan waits, too" logged_times "scan not saved" $((waiting + 2))
press q
wait_until "the end says what is left" has_ended
rm "$QZ_HOME/hold-2"
# The next start takes in what the end had left.
start
wait_until "what waited at the end is kept now" has_total $((before + 2))
press q
wait_until "it ends again" has_ended
