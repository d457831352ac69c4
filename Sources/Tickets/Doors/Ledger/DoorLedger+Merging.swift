import Files
import Formats
import Foundation

// What a door let in alone is brought to the ledger.

extension DoorLedger {
    /// Brings passages to the ledger that it does not know of; those whose ticket or seat was let in elsewhere are marked there.
    ///
    /// - Returns: how many were brought.
    func merge(_ tables: LedgerTables, of ticket: String?, limit: Int) throws -> Int {
        let event = try store.event()
        let waiting = try store.waitingPassages(of: ticket, limit: limit)
        for passage in waiting {
            let merged =
                passage.undone == nil
                ? try merge(passage, DoorRules(event), claimsSeat: event.seatsAreUnique, tables)
                : try tables.takeBack(passage)
            try store.take([merged], at: Timestamp(Date()))
        }
        if !waiting.isEmpty { status.withLock { $0.merged += waiting.count } }
        return waiting.count
    }

    private func merge(
        _ passage: PassageRecord, _ rules: DoorRules, claimsSeat: Bool, _ tables: LedgerTables
    ) throws -> PassageRecord {
        for _ in 0..<Self.maximumAttempts {
            let known = try tables.passages(of: passage.ticket, seat: passage.seat)
            if let own = known.first(where: { $0.origin == passage.origin && $0.number == passage.number }) {
                return own
            }
            try store.take(known, at: Timestamp(Date()))
            let valid = known.filter { $0.undone == nil }
            let ofTicket = valid.filter { $0.ticket == passage.ticket }.sorted { $0.step < $1.step }
            let isSeatTaken =
                passage.seat != nil
                && valid.contains { $0.ticket != passage.ticket && $0.isIn && $0.seat == passage.seat }
            var merged = passage
            merged.step = 1 + (ofTicket.last?.step ?? 0)
            let isFree = rules.wasFree(
                isIn: passage.isIn, times: passage.times, after: ofTicket.map(\.passage), isSeatTaken: isSeatTaken)
            merged.sharing = isFree ? .shared : .twice
            if try tables.add(merged, claimsSeat: claimsSeat) { return merged }
        }
        throw UserError("other doors keep letting ticket \(passage.ticket.singleLine(limit: 24)) in and out")
    }
}
