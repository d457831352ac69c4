/// What is known of a number by now.
package enum LookupAnswer: Hashable, Sendable {
    /// Products: of an index, or as providers have answered; several where one number stands for several.
    case found([ProductHit])
    /// Every provider that is on and knows such numbers was asked, and had none. Reasons of those that failed, one each.
    case notFound(failures: [String])
    /// It is in the queue; why it waits.
    case waiting(reason: String)
    /// Nobody was asked, because no provider that is on supports such numbers.
    case notAsked
    /// A provider may be asked: `LookupEngine.ask` does.
    case askable
}

/// What one step of the queue did.
package enum LookupStep: Hashable, Sendable {
    /// Nothing more is to be asked for this number: `LookupEngine.answer` has what came of it.
    case finished(ProductNumber)
    /// A request was sent, and the number waits for another one.
    case asked(ProductNumber)
    /// Nothing can be sent before this number of seconds has passed.
    case waiting(seconds: Double)
    /// The queue is empty, or what is in it waits for a provider to be switched on.
    case idle
}

/// A number of the queue.
package struct QueuedLookup: Hashable, Sendable {
    package let number: ProductNumber
    /// The only provider that it is for; nil for all.
    package let only: String?
    /// When it was asked for, in seconds since 1970.
    package let asked: Double
    /// The provider that is next; nil if none is on that knows it.
    package let provider: String?
    /// Why it waits, for people.
    package let reason: String
    /// When it is tried again, in seconds since 1970; nil if that depends on others before it or on a provider being switched on.
    package let due: Double?
}
