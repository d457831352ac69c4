/// Bytes that are put one behind the other into memory that has room for them.
///
/// A cell of a table is written into it before it goes into a growing array in one piece: each `Array.append` of a byte looks whether
/// there is room, and whether the array is somebody else's, too.
struct ByteCursor {
    /// Coordinates below it have at most twelve digits, and a thousandth of them is exact.
    static let largestCoordinate = 1e9

    // SAFETY: the memory is that of the closure that the cursor is given to, and every access stays within its bounds: `put` traps
    // behind the end.
    private let room: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    init(_ room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

    var written: UnsafeMutableBufferPointer<UInt8>.SubSequence { room[..<count] }

    mutating func put(_ byte: UInt8) {
        precondition(count < room.count)
        room.initializeElement(at: count, to: byte)
        count += 1
    }

    mutating func put(decimal number: Int64) {
        if number < 0 { put(UInt8(ascii: "-")) }
        put(digits: number.magnitude, width: 1)
    }

    /// A number that is not negative, with zeros before it.
    mutating func put(_ number: Int64, width: Int) { put(digits: UInt64(clamping: number), width: width) }

    private mutating func put(digits number: UInt64, width: Int) {
        var length = width
        var rest = number
        for _ in 1..<max(width, 1) { rest /= 10 }
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        precondition(count + length <= room.count)
        rest = number
        for place in stride(from: count + length - 1, through: count, by: -1) {
            let quotient = rest / 10
            room.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest - quotient * 10))
            rest = quotient
        }
        count += length
    }

    /// The character of six bits.
    mutating func put(base64 bits: UInt8) {
        switch bits {
        case 0..<26: put(UInt8(ascii: "A") + bits)
        case 26..<52: put(UInt8(ascii: "a") + bits - 26)
        case 52..<62: put(UInt8(ascii: "0") + bits - 52)
        case 62: put(UInt8(ascii: "+"))
        default: put(UInt8(ascii: "/"))
        }
    }

    mutating func put(hexadecimal digit: UInt8) {
        put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }

    /// A coordinate below `largestCoordinate`, to a thousandth of a pixel.
    mutating func put(coordinate value: Double) {
        let thousandths = Int64((value * 1000).rounded())
        if thousandths < 0 { put(UInt8(ascii: "-")) }
        put(digits: thousandths.magnitude / 1000, width: 1)
        var rest = thousandths.magnitude % 1000
        guard rest > 0 else { return }
        put(UInt8(ascii: "."))
        var width = 3
        while rest % 10 == 0 {
            rest /= 10
            width -= 1
        }
        put(digits: rest, width: width)
    }
}
