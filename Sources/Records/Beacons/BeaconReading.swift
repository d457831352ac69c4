/// Signal strengths of one beacon: their median within a short window, smoothed exponentially.
struct BeaconReading: Sendable {
    /// Values of the window. A single reflection or a lost packet does not move its median.
    private static let window = 5
    /// The time constant of the smoothing in seconds.
    private static let timeConstant = 1.5
    /// The smoothing starts again after so long a pause: where the beacon was then says nothing.
    private static let pause = 3.0

    var measuredPower: Int8
    /// When it was heard last, and when its strength was measured last.
    private(set) var heard: Double
    private var measured: Double
    /// The window: a ring of the last values.
    private var values: InlineValues = (0, 0, 0, 0, 0)
    private typealias InlineValues = (Int8, Int8, Int8, Int8, Int8)
    /// How many values came since the last pause.
    private(set) var count = 0
    /// The filtered strength in dBm; 0 while nothing was measured.
    private(set) var rssi = 0.0

    init(measuredPower: Int8, at time: Double) {
        (self.measuredPower, heard, measured) = (measuredPower, time, time)
    }

    /// Takes an advertisement. 127 (HCI: not available), 0 and other values that no receiver measures count as heard only.
    mutating func take(_ value: Int?, at time: Double) {
        heard = max(heard, time)
        guard let value, -120 ... -1 ~= value else { return }
        if time - measured > Self.pause { count = 0 }
        setValue(Int8(value), at: count % Self.window)
        count += 1
        let median = median
        // The first ones are averaged: a smoothing that starts at one value would keep its error.
        let passed = max(0, time - measured)
        let share = max(1 / Double(count), passed / (Self.timeConstant + passed))
        rssi = count == 1 ? median : rssi + min(1, share) * (median - rssi)
        measured = max(measured, time)
        if count > 1_000_000 { count = Self.window * 1000 }
    }

    private mutating func setValue(_ value: Int8, at index: Int) {
        withUnsafeMutableBytes(of: &values) { $0[index] = UInt8(bitPattern: value) }
    }

    private var median: Double {
        let known = min(count, Self.window)
        var sorted = values
        // SAFETY: the pointer stays within the tuple, whose five elements of one byte lie side by side.
        return withUnsafeMutableBytes(of: &sorted) { bytes in
            let values = bytes.bindMemory(to: Int8.self)
            for end in 1..<max(known, 1) {
                var index = end
                while index > 0, values[index - 1] > values[index] {
                    values.swapAt(index - 1, index)
                    index -= 1
                }
            }
            let middle = known / 2
            return known % 2 == 1 ? Double(values[middle]) : (Double(values[middle - 1]) + Double(values[middle])) / 2
        }
    }
}
