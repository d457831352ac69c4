/// What is to be done after a code was shown at a door. Each outcome has a colour, a mark and a bell of its own.
package enum DoorOutcome: Sendable, Hashable, CaseIterable {
    case enter
    /// Let out, where tickets go in and out.
    case leave
    /// Turned away: no ticket of this event.
    case invalid
    /// Turned away: a good ticket that was used already.
    case used
    /// Turned away: the time is wrong.
    case time
    /// Unknown: the decision could not be stored.
    case failed

    /// How an outcome is shown and heard.
    package struct Signal: Sendable {
        /// The figure where nothing else is known of the verdict.
        package let figure: DoorFigure
        /// The character in front of a line.
        package let mark: String
        /// Whether somebody goes through.
        package var isGood = false
        /// Red, green and blue of the whole screen. Black or white on it is readable whatever colours a terminal has.
        package let paper: (red: UInt8, green: UInt8, blue: UInt8)
        /// Whether the paper is dark and the text on it white.
        package var isOnDark = false
        /// Milliseconds after which the bell rings.
        package let bells: [Int]
        /// How long it is shown where no other code comes. Somebody who is turned away has to be told why.
        package var seconds = 8
    }

    package var signal: Signal {
        switch self {
        case .enter: Signal(figure: .check, mark: "✓", isGood: true, paper: (0, 205, 0), bells: [0], seconds: 4)
        case .leave:
            Signal(figure: .arrow, mark: "←", isGood: true, paper: (0, 205, 255), bells: [0, 500], seconds: 4)
        case .invalid:
            Signal(figure: .cross, mark: "✗", paper: (190, 0, 0), isOnDark: true, bells: [0, 150, 300, 450, 600])
        case .used: Signal(figure: .twice, mark: "2", paper: (255, 165, 0), bells: [0, 150, 300])
        case .time: Signal(figure: .hourglass, mark: "◷", paper: (255, 235, 0), bells: [0, 150, 600])
        case .failed:
            Signal(figure: .question, mark: "?", paper: (190, 0, 0), isOnDark: true, bells: [0, 150, 300, 450, 600])
        }
    }
}

/// What is drawn beside a verdict's word: each kind of verdict has a figure of its own.
package enum DoorFigure: Sendable, Hashable, CaseIterable {
    /// Let in; let out.
    case check, arrow
    /// Not a ticket; in a wrong format; with a wrong signature; without one; of an unknown key; of another event.
    case cross, page, seal, missingSeal, key, calendar
    /// Revoked; not on the list.
    case barred, list
    /// Outside its own dates; too early; too late.
    case hourglass, fullHourglass, emptyHourglass
    /// Used already; its seat is taken.
    case twice, chair
    case question
}

extension DoorVerdict.Kind {
    /// The table of verdicts: the word in large letters, the figure, and what is to be done.
    package var sign: (word: String, figure: DoorFigure, outcome: DoorOutcome) {
        switch self {
        case .notATicket: ("NOT A TICKET", .cross, .invalid)
        case .wrongFormat: ("WRONG FORMAT", .page, .invalid)
        case .wrongSignature: ("WRONG SIGNATURE", .seal, .invalid)
        case .notSigned: ("NOT SIGNED", .missingSeal, .invalid)
        case .unknownKey: ("UNKNOWN KEY", .key, .invalid)
        case .otherEvent: ("OTHER EVENT", .calendar, .invalid)
        case .notValidNow: ("NOT VALID NOW", .hourglass, .time)
        case .tooEarly: ("TOO EARLY", .fullHourglass, .time)
        case .tooLate: ("TOO LATE", .emptyHourglass, .time)
        case .revoked: ("REVOKED", .barred, .invalid)
        case .notOnList: ("NOT ON THE LIST", .list, .invalid)
        case .alreadyUsed: ("ALREADY USED", .twice, .used)
        case .seatTaken: ("SEAT TAKEN", .chair, .used)
        case .welcome: ("WELCOME", .check, .enter)
        case .goodbye: ("GOODBYE", .arrow, .leave)
        }
    }
}
