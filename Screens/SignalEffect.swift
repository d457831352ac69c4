import Config

/// What is asked of the signals of scans.
package enum SignalEffect: FeatureEffect {
    /// Ring and flash as wanted.
    ///
    /// - Parameter isNew: whether its content had not been scanned before; one that had rings twice, and says so.
    case give(ScanSignal, isNew: Bool)
}

extension Effect {
    /// A signal of a scan.
    package static func signal(_ effect: SignalEffect) -> Effect { .feature(effect) }
}
