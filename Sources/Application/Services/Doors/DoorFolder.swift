import Doors
import Files
import Glibc
import Tickets

/// Where the events of doors lie, a file each, and the keys of tickets.
package enum DoorFolder {
    private static let ending = ".door"

    /// The file of an event by its name, or by its path.
    ///
    ///     DoorFolder.path(of: "Movie night")       // …/quietzone/doors/movie-night.door
    package static func path(of name: String) -> String {
        let file = "\(Paths.doors)/\(slug(of: name))\(ending)"
        // “AC/DC” is a name as well.
        return name.hasSuffix(ending) || name.contains("/") && !Folder.contains(file) ? name : file
    }

    /// The events that are here, by their files' names without the ending, sorted.
    package static var names: [String] {
        (Folder.names(in: Paths.doors) ?? []).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
            .sorted()
    }

    /// Opens an event.
    ///
    /// - Throws: `UserError`, also where there is none of that name, with those that there are.
    ///
    /// - Parameter isReading: whether nothing is written, and its file may be one that cannot be.
    package static func open(_ name: String, isReading: Bool = false) throws -> DoorStore {
        let path = path(of: name)
        guard Folder.contains(path) else {
            let known = names.prefix(12).map { (try? open($0, isReading: true).event().name) ?? $0 }.joined(
                separator: ", ")
            throw UserError(
                "there is no event “\(name.onOneMarkedLine)”: "
                    + (known.isEmpty ? "create one with `quietzone door new`" : "known events: \(known)"))
        }
        return try isReading ? DoorStore(reading: path) : DoorStore(path: path)
    }

    /// Makes an event's file. Whether keys sign its tickets is found now, and stays so; one that is joined has the rules of the other
    /// doors.
    package static func make(_ event: DoorEvent, isJoined: Bool = false) throws -> DoorStore {
        let name = slug(of: event.name)
        guard !name.isEmpty else { throw UserError("an event's name needs letters or digits") }
        let code = Folder.make(Paths.doors)
        guard code == 0 else { throw UserError("\(Paths.doors.onOneMarkedLine): \(String(cString: strerror(code)))") }
        var event = event
        if !isJoined, TicketInspector.maySign(keys.ring, event) { event.isSigned = true }
        // A name is not a path, wherever it came from.
        return try DoorStore(path: "\(Paths.doors)/\(name)\(ending)", event: event)
    }

    /// All keys of tickets that are here.
    ///
    /// - Returns: the keys, and a line for each file that is none.
    package static var keys: (ring: TicketKeyRing, problems: [String]) { TicketKeyRing.read(folder: Paths.ticketKeys) }

    /// The ids that no key here has, in a line that says what to do; nil if all keys are here.
    package static func missing(keys ids: [String]) -> String? {
        let known = Set(keys.ring.keys.map(\.id.text))
        let missing = ids.filter { !known.contains($0) }
        return missing.isEmpty
            ? nil
            : "missing key \(missing.map(\.onOneMarkedLine).joined(separator: ", ")): copy its file into \(Paths.ticketKeys.onOneMarkedLine)"
    }

    /// The keys among `ids` that are for another event than `event`, in a line; nil if there are none.
    package static func foreign(keys ids: [String], at event: String) -> String? {
        let keys = keys.ring.keys.filter { ids.contains($0.id.text) && $0.event != nil && $0.event != event }
        guard let first = keys.first, let own = first.event else { return nil }
        return
            "key \(first.id.text.onOneMarkedLine) is for “\(own.onOneMarkedLine)” only: its tickets are turned away at “\(event.onOneMarkedLine)”. Create a key with `quietzone pass key new ID --event \"\(event.onOneMarkedLine)\"`"
    }

    /// What becomes of codes of the guest list that are not signed, in a line that says what to do; nil if there is nothing to say.
    package static func remark(onListedCodesOf store: DoorStore) throws -> String? {
        let ring = keys.ring
        return remark(onListedCodesOf: try store.event { TicketInspector.maySign(ring, $0) }, ring)
    }

    /// The same by keys that were read.
    static func remark(onListedCodesOf event: DoorEvent, _ ring: TicketKeyRing) -> String? {
        if !event.takesListedCodes {
            return
                "this event admits signed tickets: unsigned codes on its guest list are turned away. To admit them: `quietzone door set EVENT --accept list`"
        }
        guard !event.foreign.contains(.listedCode), TicketInspector.maySign(ring, event),
            let key = ring.keys.first(where: { $0.event ?? event.name == event.name })
        else { return nil }
        return
            "codes on the guest list are admitted here without a signature, besides signed tickets. To turn them away: `quietzone door set EVENT --key \(key.id.text)`"
    }

    /// What a new key changes at the events that are here, a line each; nothing for events of another name.
    package static func remarks(onNew key: TicketKey) -> [String] {
        var (closedTo, unsigned): ([String], [String]) = ([], [])
        let ring = keys.ring
        for name in names {
            guard let store = try? open(name, isReading: true),
                let event = try? store.event(isSigned: { TicketInspector.maySign(ring, $0) }),
                key.event ?? event.name == event.name
            else { continue }
            if !event.keys.isEmpty, !event.keys.contains(key.id.text) { closedTo.append(event.name) }
            if event.takesListedCodes, !event.foreign.contains(.listedCode) { unsigned.append(event.name) }
        }
        func shown(_ names: [String]) -> String {
            names.prefix(6).map(\.onOneMarkedLine).joined(separator: ", ") + (names.count > 6 ? " …" : "")
        }
        var lines: [String] = []
        if !closedTo.isEmpty {
            lines.append(
                "tickets signed by this key are turned away at \(shown(closedTo)), which accept other keys: to admit them, list all keys with `quietzone door set EVENT --key ID`"
            )
        }
        if !unsigned.isEmpty {
            lines.append(
                "codes on the guest list are still admitted without a signature at \(shown(unsigned)): to turn them away, `quietzone door set EVENT --key \(key.id.text)`"
            )
        }
        return lines
    }

    package static var keyIDs: [String] { keys.ring.keys.map(\.id.text) }

    /// A key by its id.
    ///
    /// - Throws: `UserError` if there is none of that id, with those that there are, or the file that is none.
    package static func key(_ id: String) throws -> TicketKey {
        let (ring, problems) = keys
        if let key = ring.key(id) { return key }
        let known = ring.keys.map(\.id.text).joined(separator: ", ")
        throw UserError(
            "there is no key “\(id.onOneMarkedLine)”: "
                + (known.isEmpty ? "create one with `quietzone pass key new`" : "the keys are \(known)")
                + (problems.first.map { "; \($0)" } ?? ""))
    }

    /// A door of an event with all keys that are here, for tickets of this program's and of others.
    package static func desk(_ store: DoorStore, door: String?) throws -> DoorDesk {
        try DoorDesk(store, door: door, keys: DoorKeys(folder: Paths.ticketKeys, trusted: Paths.trustedKeys))
    }

    /// Brings what was changed to the event's ledger, where it has one.
    ///
    /// - Returns: a line where that could not be done now.
    package static func share(_ store: DoorStore) throws -> String? {
        guard let target = try store.event().ledger else { return nil }
        let ledger = DoorLedger(store, at: target, door: nil)
        ledger.start()
        return ledger.settle()
    }

    /// Small letters and digits, others as hyphens: a name that every file system takes.
    private static func slug(of name: String) -> String {
        var slug = ""
        for character in name.lowercased().prefix(80) {
            if character.isLetter || character.isNumber {
                slug.append(character)
            } else if !slug.isEmpty, slug.last != "-" {
                slug.append("-")
            }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug
    }
}
