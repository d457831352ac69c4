# At a door: guests are let in once, what is not on the list is turned away, and the log is whole.
#camera uvc GUEST-1001
#camera loop:MJPG NO-GUEST
printf 'number,name,seat,note\nGUEST-1001,Ana,1A,wheelchair\nGUEST-1002,Ben,1B,\n' >"$QZ_HOME/guests.csv"
quietzone door new "Movie night" --door North >/dev/null
check "the list is taken in" quietzone door import "Movie night" "$QZ_HOME/guests.csv"
counted() { quietzone door counts "Movie night" | grep -qxF "$1"; }
log_has() { [ "$(quietzone door log "Movie night" | cut -f5 | grep -cx "$1")" = "$2" ]; }

start door open "Movie night" --door North --checker Ana
wait_until "the guest is let in" shows "wheelchair"
check "the seat is said" shows "Ana"
wait_until "one is inside" counted "inside	1"
# It stays before the camera: nobody is told that it was used already.
sleep 6
check "who stays is one showing" log_has already-used 0
press c
wait_until "what is not on the list is turned away" log_has not-on-list 1
press c
wait_until "the same guest once more is turned away" log_has already-used 1
check "one is inside still" counted "inside	1"
press Escape
wait_until "closing is asked about" shows "Close the door"
sleep 1
press y
wait_until "the scanner is there again" shows "in view"
press q
wait_until "it ends" ended_with 0
check "the log is whole" quietzone door log "Movie night" --check
