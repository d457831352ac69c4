/// What looks at third-party tickets: one for each kind.
package enum TicketVerifiers {
    /// All of them, in the order of `ForeignTicket`; `TicketInspector` takes those whose kind its event lets in.
    ///
    /// - Parameters:
    ///   - keys: public keys of those who sign such tickets; without one a ticket's key is unknown.
    ///   - event: what tickets that name an event or a flight must name.
    package static func all(keys: TrustedKeys, event: DoorEvent) -> [any TicketVerifier] {
        ForeignTicket.allCases.compactMap { kind in
            switch kind {
            case .healthCertificate: HealthCertificateVerifier(keys: keys.of(kind))
            case .smartHealthCard: SmartHealthCardVerifier(keys: keys.of(kind))
            case .railTicket: RailTicketVerifier(keys: keys.of(kind))
            case .signedJSON: SignedJSONVerifier(keys: keys.of(kind), event: event)
            case .boardingPass: BoardingPassVerifier(flight: event.flight)
            // The inspector looks at the list.
            case .listedCode: nil
            }
        }
    }
}
