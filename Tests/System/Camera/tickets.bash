# Fifty tickets one after the other before a camera: good, forged by one bit, expired, double, of others, none; the log has each once.
#camera uvc NO-TICKET
tickets=$TOOLS/tickets
mkdir -p "$XDG_DATA_HOME"
cp -r "$tickets/data/quietzone" "$XDG_DATA_HOME/"
# Lines of the log: what was decided, and of which ticket.
decided() { quietzone door log "Movie night" --json | sed -E 's/.*"event": ?"([^"]*)".*"ticket": ?("([^"]*)"|null).*/\1 \3/; s/ $//'; }
show() { vcamctl uvc0 frames "$tickets/$(printf %02d "$1").yuyv" 640x480 1; }
# The screen counts them: asking the program each time would take the time from the one that scans.
has_decided() {
	local counts
	counts=$(screen | sed -nE 's/.*[^0-9]([0-9]+) inside  ([0-9]+) turned away.*/\1 + \2/p')
	[ "$((${counts:-0}))" -ge "$1" ]
}
decide() {
	local end=$((SECONDS + 60))
	until has_decided "$1"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.5
	done
}

show 1
start door open "Movie night" --door North --checker Ana --source "$VCAM_UVC0" --format 640x480@30/YUYV
wait_until "the first ticket is decided" has_decided 1
begun=$SECONDS
for n in $(seq 2 50); do
	show "$n"
	decide "$n" || { fail "ticket $n is decided"; break; }
	[ $((n % 10)) != 0 ] || echo "      $n tickets"
done
echo "      $(awk "BEGIN { printf \"%.1f\", ($SECONDS - $begun) / 49 }") seconds a ticket, on this machine"
# The last one stays for a while: nobody is told anything twice.
sleep 8
decided >"$QZ_HOME/decided"
check "fifty tickets have the verdicts that they deserve, in their order, and no line more" \
	diff "$tickets/expected" "$QZ_HOME/decided"
check "twenty are inside" bash -c "$(printf %q "$program") door counts 'Movie night' | grep -qx 'inside	20'"
check "the log is whole" quietzone door log "Movie night" --check
press Escape
wait_until "closing is asked about" shows "Close the door"
sleep 1
press y
wait_until "the scanner is there again" shows "in view"
press q
wait_until "it ends" ended_with 0
