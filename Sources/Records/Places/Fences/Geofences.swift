import Foundation

/// Says when this machine enters and leaves places.
///
/// A position is a circle of doubt. It is in a place when at least 60 % of the circle are within the place's radius, and out of it
/// when less than 40 % are within the radius and a margin (a tenth of the radius, at least 10 m, at most 50 m). Where the circle is
/// larger than the place, only its not touching the place counts, as being out. What holds for `settling` seconds, by two positions at
/// least, is an event, once.
///
///     var fences = Geofences(list.places)
///     for event in fences.update(position.point, accuracy: position.accuracy, at: seconds) { … }
package struct Geofences: Sendable {
    /// A change that has become certain.
    package enum Event: Hashable, Sendable {
        case entered(Place)
        case left(Place)
    }

    /// A change that has not lasted long enough.
    private struct Pending {
        let since: Double
    }

    private let places: [Place]
    private let index: PlaceIndex
    private let settling: Double
    private var inside: Set<Int> = []
    private var pending: [Int: Pending] = [:]
    private var lastTime = -Double.infinity

    /// - Parameter settling: seconds that a change must last; default 10.
    package init(_ places: [Place], settling: Double = 10) {
        self.places = places
        self.settling = settling
        index = PlaceIndex(places, margin: Self.margin)
    }

    /// The places that this machine is in, in the order of the list.
    package var current: [Place] { inside.sorted().map { places[$0] } }

    /// Takes a position.
    ///
    /// - Parameters:
    ///   - accuracy: the radius of the circle of doubt, in metres.
    ///   - time: seconds by a clock that does not jump. Earlier positions than the last one do not count.
    /// - Returns: what has become certain, places that were left first.
    package mutating func update(_ point: GeoPoint, accuracy: Double, at time: Double) -> [Event] {
        guard time >= lastTime, accuracy.isFinite, accuracy >= 0 else { return [] }
        lastTime = time
        var left: [Int] = []
        var entered: [Int] = []
        for number in inside {
            if settles(number, Self.isOutside(places[number], point, accuracy), at: time) { left.append(number) }
        }
        var near: Set<Int> = []
        index.forEach(around: point) { number in
            guard !inside.contains(number), Self.isInside(places[number], point, accuracy) else { return }
            near.insert(number)
        }
        for number in near where settles(number, true, at: time) { entered.append(number) }
        // A change that was under way and does not hold any more begins again.
        for number in pending.keys where !inside.contains(number) && !near.contains(number) { pending[number] = nil }
        inside.subtract(left)
        inside.formUnion(entered)
        return left.sorted().map { .left(places[$0]) } + entered.sorted().map { .entered(places[$0]) }
    }

    /// Whether a change has lasted long enough with this position.
    private mutating func settles(_ number: Int, _ isChanging: Bool, at time: Double) -> Bool {
        guard isChanging else {
            pending[number] = nil
            return false
        }
        guard let begun = pending[number] else {
            pending[number] = Pending(since: time)
            return false
        }
        guard time - begun.since >= settling else { return false }
        pending[number] = nil
        return true
    }

    private static func margin(_ radius: Double) -> Double { min(50, max(10, radius / 10)) }

    private static func isInside(_ place: Place, _ point: GeoPoint, _ accuracy: Double) -> Bool {
        guard let middle = place.point, let radius = place.radius else { return false }
        return share(of: accuracy, at: point.distance(to: middle), within: radius) >= 0.6
    }

    private static func isOutside(_ place: Place, _ point: GeoPoint, _ accuracy: Double) -> Bool {
        guard let middle = place.point, let radius = place.radius else { return true }
        let distance = point.distance(to: middle)
        let outer = radius + margin(radius)
        guard accuracy <= outer else { return distance - accuracy > outer }
        return share(of: accuracy, at: distance, within: outer) < 0.4
    }

    /// The part of a circle's area, 0 to 1, that lies in another circle. On the scale of places the ground is flat.
    ///
    /// - Parameters:
    ///   - small: the radius of the first circle; 0 for a point.
    ///   - distance: between the middles.
    static func share(of small: Double, at distance: Double, within large: Double) -> Double {
        if distance >= small + large { return distance == large && small == 0 ? 1 : 0 }
        if distance + small <= large { return 1 }
        if distance + large <= small { return (large / small) * (large / small) }
        // Two segments of circles (the area of a lens).
        let (r, s, d) = (small, large, distance)
        func angle(_ a: Double, _ b: Double) -> Double { acos(min(1, max(-1, (d * d + a * a - b * b) / (2 * d * a)))) }
        let (alpha, beta) = (angle(r, s), angle(s, r))
        let lens = r * r * (alpha - sin(2 * alpha) / 2) + s * s * (beta - sin(2 * beta) / 2)
        return min(1, max(0, lens / (.pi * r * r)))
    }
}
