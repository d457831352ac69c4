import Formats

/// The rules of an event, applied to what a code claims and to what is known of its ticket: a value without a clock and without a store.
///
/// The checks come in the order of `DoorVerdict.Kind`; those before the time are `TicketEvidence`'s.
package struct DoorRules: Sendable {
    private let event: DoorEvent

    package init(_ event: DoorEvent) { self.event = event }

    /// What is decided about a ticket by what its code says, and by what the list and the store know of it.
    package func verdict(on claim: TicketClaim, known: KnownTicket, at now: Timestamp) -> DoorVerdict {
        // Whoever is inside may leave, at any time and whatever became of the ticket meanwhile.
        if event.admission == .inAndOut, let last = known.passages.last, last.isIn {
            // By hand people are let in, not out.
            if claim.proof == .hand { return .alreadyUsed(last.earlier) }
            return .goodbye(
                Admission(
                    claim: Self.completed(claim, by: known.guest), people: last.people,
                    time: known.passages.count + 1, times: nil))
        }
        if let why = claim.whyNotNow ?? known.guest?.whyNotNow(at: now) { return .notValidNow(why) }
        if let time = claim.time ?? event.begins {
            let seconds = Int((now.milliseconds - time.milliseconds).quotientAndRemainder(dividingBy: 1000).quotient)
            if seconds < -event.opensBefore { return .tooEarly(-event.opensBefore - seconds) }
            if seconds > event.closesAfter { return .tooLate(seconds - event.closesAfter) }
        }
        if let reason = known.guest?.revoked { return .revoked(reason) }
        if known.guest?.isListed != true, event.needsList, claim.proof != .hand { return .notOnList }
        return passage(of: Self.completed(claim, by: known.guest), known)
    }

    /// Whether it has a passage left, and which.
    private func passage(of claim: TicketClaim, _ known: KnownTicket) -> DoorVerdict {
        let passed = known.passages.count
        let people = event.groups == .together ? max(1, claim.people) : 1
        var times: Int?
        switch event.admission {
        case .once: times = 1
        case .times(let count): times = max(1, count)
        case .inAndOut: times = nil
        }
        if event.groups == .oneByOne { times = times.map { $0 * max(1, claim.people) } }
        if let times, passed >= times, let last = known.passages.last { return .alreadyUsed(last.earlier) }
        if event.seatsAreUnique, event.place(of: claim) != nil, let holder = known.seatHolder,
            holder.number != claim.number
        {
            return .seatTaken(holder)
        }
        return .welcome(Admission(claim: claim, people: people, time: passed + 1, times: times))
    }

    /// Whether a passage of a ticket was free by the rules, after all that is known of other doors.
    ///
    /// - Parameters:
    ///   - times: how often the ticket may go through; nil for any number.
    ///   - passages: the ticket's others that count, oldest first.
    ///   - isSeatTaken: whether another ticket has its seat.
    func wasFree(isIn: Bool, times: Int?, after passages: [Passage], isSeatTaken: Bool) -> Bool {
        if event.admission == .inAndOut {
            return (passages.last?.isIn ?? false) != isIn && !(event.seatsAreUnique && isIn && isSeatTaken)
        }
        if let times = times ?? usualTimes, passages.count >= times { return false }
        return !(event.seatsAreUnique && isSeatTaken)
    }

    /// How often a ticket goes through of which nothing else is known; nil for any number.
    private var usualTimes: Int? {
        switch (event.admission, event.groups) {
        case (.once, .together): 1
        case (.times(let count), .together): max(1, count)
        default: nil
        }
    }

    /// The list says more than a code does; a seat that a signature says is the one that counts.
    static func completed(_ claim: TicketClaim, by guest: Guest?) -> TicketClaim {
        guard let guest else { return claim }
        var claim = claim
        if claim.seat?.isEmpty != false { claim.seat = guest.seat }
        claim.name = claim.name ?? guest.name
        claim.group = claim.group ?? guest.group
        claim.note = claim.note ?? guest.note
        claim.people = max(claim.people, guest.people)
        if guest.isPass { claim.remarks.append("the pass's own signature was not verified") }
        return claim
    }
}

/// What is known of a ticket besides what its code says.
package struct KnownTicket: Sendable {
    package var guest: Guest?
    /// When it went through, oldest first; without what was undone.
    package var passages: [Passage] = []
    package var seatHolder: EarlierAdmission?
}

/// One time that a ticket went through a door.
package struct Passage: Hashable, Sendable {
    /// Which, when and where.
    package var earlier: EarlierAdmission
    package var isIn: Bool
    package var people: Int

    package init(_ earlier: EarlierAdmission, isIn: Bool = true, people: Int = 1) {
        (self.earlier, self.isIn, self.people) = (earlier, isIn, people)
    }
}
