import Config

/// Effects of the signals feature.
package enum SignalEffect: FeatureEffect {
    /// Ring and flash as wanted; what is not new rings twice, and says so.
    case give(ScanSignal, isNew: Bool)
}

extension Effect {
    /// An effect of the signals feature.
    package static func signal(_ effect: SignalEffect) -> Effect { .feature(effect) }
}
