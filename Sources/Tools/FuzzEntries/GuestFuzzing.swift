import Doors
import Files

/// A guest list of a shop, or of somebody's own, in pieces that end anywhere: the first byte says how long they are.
enum GuestFuzzing {
    /// The guests are the same however the file comes; each has a number in one line that a code can hold, and is refused with a
    /// reason in one line.
    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let list = bytes[1...]
        let whole = reading(list, piece: max(1, list.count))
        precondition(reading(list, piece: 1 + Int(first) % 64) == whole, "pieces that make other guests")
        switch whole {
        case .guests(let guests, let remarks):
            for guest in guests {
                precondition(isOneLine(guest.number), "a number of several lines")
                precondition(guest.number.utf8.count <= Guest.longestNumber, "a number that no code holds")
                precondition((1...10_000).contains(guest.people), "people without end")
                let texts = [guest.seat, guest.name, guest.group, guest.note, guest.revoked].compactMap(\.self)
                precondition(texts.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0) }, "a text that no store keeps")
            }
            precondition(remarks.allSatisfy(isOneLine), "a remark of several lines")
        case .refused(let why): precondition(isOneLine(why), "a refusal of several lines")
        }
    }

    static var seeds: [[UInt8]] {
        [
            "number,name,seat,people,note,revoked\n1,Ada,1A,2,\"step, free\",no\n2,\"B \"\"C\"\"\",,,,yes\n",
            "\u{FEFF}sep=;\r\nStrichcode;Vorname;Name;Status;Bezahlt\r\nA-1;Jo;Johnson;wc-cancelled;ja\r\n",
            "A-1\nA-2\n\nA-3\n", "Ticket secret\tOrder status\tStatus\tpkpass\nx\tpaid\tvalid\tyes\ny\tzz\t\t\n",
            "number,name\n1,\"open\n2,b\n", "number,name\n1,a,b\n", "name,number\nMu\u{308}ller,\u{A0}1 \n",
        ].map { [7] + Array($0.utf8) } + [[1, 0xFF, 0xFE, 0x31, 0, 0x0A, 0]]
    }

    private enum Reading: Equatable {
        case guests([Guest], remarks: [String])
        case refused(String)
    }

    private static func reading(_ bytes: ArraySlice<UInt8>, piece: Int) -> Reading {
        var rest = bytes
        var guests: [Guest] = []
        do {
            let table = try GuestTable {
                defer { rest = rest.dropFirst(piece) }
                return rest.isEmpty ? nil : Array(rest.prefix(piece))
            }
            let summary = try table.forEach { guests.append($0) }
            return .guests(guests, remarks: summary.remarks)
        } catch let problem as UserError {
            return .refused(problem.description)
        } catch { preconditionFailure("an error that says nothing to people: \(error)") }
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                !["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"].contains($0)
            }
    }
}
