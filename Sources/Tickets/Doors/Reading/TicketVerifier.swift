import Formats
import Symbols

/// Looks at codes of one kind of ticket that is not this program's: a boarding pass, a health certificate.
package protocol TicketVerifier: Sendable {
    /// The kind that an event names to let it in.
    var kind: ForeignTicket { get }

    /// What the code is worth; nil if it is of another kind.
    ///
    /// A claim says in its remarks what was not verified.
    func evidence(for content: SymbolContent, at now: Timestamp) -> TicketEvidence?
}
