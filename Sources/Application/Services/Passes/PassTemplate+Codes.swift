import Files
import Passes

extension PassTemplate {
    /// What signs the codes of its tickets; nil if it has none.
    ///
    /// - Throws: `UserError` if its key is not here.
    package var ticketCodes: TicketCodes? {
        get throws {
            guard let ticket else { return nil }
            return TicketCodes(key: try DoorFolder.key(ticket.keyID)) { DoorTime.time($0) }
        }
    }
}
