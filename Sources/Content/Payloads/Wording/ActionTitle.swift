import Formats

/// What an action is called in the list of actions: all of them, in one list for translators.
///
/// A title is an order that begins with a capital and has no full stop.
struct ActionTitle: Hashable, Sendable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let copyWholeText = ActionTitle("Copy whole text")
    static let copyCurrentCode = ActionTitle("Copy the current code")
    static let copyCoordinates = ActionTitle("Copy coordinates")
    static let saveAsText = ActionTitle("Save as text")
    static let saveRawBytes = ActionTitle("Save raw bytes")
    static let joinNetwork = ActionTitle("Join this network")
    static let saveAsVCard = ActionTitle("Save as vCard")
    static let saveAsCalendarFile = ActionTitle("Save as calendar file")
    static let addToContacts = ActionTitle("Add to the contacts")
    static let addToCalendar = ActionTitle("Add to the calendar")
    static let writeEmail = ActionTitle("Write an e-mail")
    static let writeMessage = ActionTitle("Write a message")
    static let showInMapProgram = ActionTitle("Show in a map program")

    static func copy(_ label: String) -> ActionTitle { ActionTitle("Copy \(label)") }
    static func open(_ host: String) -> ActionTitle { ActionTitle("Open \(host)") }
    static func write(to address: String) -> ActionTitle { ActionTitle("Write to \(address)") }
    static func call(_ number: String) -> ActionTitle { ActionTitle("Call \(number)") }
    static func addToCalendar(_ date: CivilDate) -> ActionTitle { ActionTitle("Add \(date) to the calendar") }
}
