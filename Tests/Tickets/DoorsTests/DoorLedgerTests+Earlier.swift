import Files
import Formats
import Glibc
import Testing

@testable import Doors

extension DoorLedgerTests {
    /// A ledger of an older version, whose tables another role owns, does not hold when guests are valid.
    @Test func aLedgerWithoutValidityLeavesThatOfTheListAsItIs() throws {
        let store = try store()
        var guest = Guest(number: "1")
        guest.validUntil = now
        _ = try store.take(at: now, by: "") { take in
            try take(guest)
            try take(Guest(number: "2"))
        }
        try store.setLedger(hasValidity: false)
        try store.settle(try store.waitingGuests(limit: 10))
        var theirs = Guest(number: "1")
        theirs.revoked = "refunded"
        try store.take([theirs, Guest(number: "2"), Guest(number: "3")], hasValidity: false)
        guest.revoked = "refunded"
        #expect(try store.guest("1") == guest)
        #expect(try store.guest("3") == Guest(number: "3"))
        #expect(try store.waitingGuests(limit: 10).isEmpty)
        // As soon as it holds it, it is brought there, and what it had counts no more.
        try store.setLedger(hasValidity: true)
        #expect(try store.waitingGuests(limit: 10).map(\.guest) == [guest])
        try store.take([theirs])
        #expect(try store.guest("1") == guest)
        try store.settle(try store.waitingGuests(limit: 10))
        try store.setLedger(hasValidity: true)
        #expect(try store.waitingGuests(limit: 10).isEmpty)
    }

    @Test func theOwnerOfAnOldLedgerReadsWhatToRun() {
        #expect(
            LedgerSchema.problem.hasSuffix(
                "ALTER TABLE quietzone_door_guest ADD COLUMN IF NOT EXISTS valid_from bigint; ALTER TABLE quietzone_door_guest ADD COLUMN IF NOT EXISTS valid_until bigint"
            ))
    }
}
