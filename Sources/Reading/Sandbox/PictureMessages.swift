import Capture

/// What a picture parser's child is for: its set-up, JSON.
enum PictureRole: Codable {
    /// Pictures that lie in files.
    case files
    /// A stream that it reads itself; whether frames may be dropped.
    case stream(title: String, isLive: Bool)
    /// A camera's frames.
    case camera(CameraStream.Description)
}

/// Asks to decode the picture whose bytes lie in the input memory; JSON.
struct ParseRequest: Codable {
    var slot: Int
    /// Bytes of the picture.
    var count: Int
    var name: String
    var channel: ColourChannel?
}

/// What became of a picture; JSON.
enum ParseAnswer: Codable {
    case picture(width: Int, height: Int, ParsedPicture)
    /// One line for a person.
    case failure(String)
}

/// What a stream's child brought next; JSON.
enum StreamAnswer: Codable {
    case frame(width: Int, height: Int, ParsedPicture, framesPerSecond: Double?)
    case lost(String)
    case skipped(String)
    /// The end, with a line for a person when it was none of its own.
    case ended(String?)
}

/// Numbers of 32 bits, as requests to convert a frame and to lend a slot have them.
struct PictureWords {
    /// A slot and the bytes of a frame.
    static func convert(slot: Int, count: Int) -> [UInt8] { bytes([slot, count]) }
    /// A slot; nil for none.
    static func lend(slot: Int?) -> [UInt8] { bytes([(slot ?? -1) + 1]) }

    /// The numbers of a request; nil when there are not `count` of them.
    static func read(_ bytes: [UInt8], count: Int) -> [Int]? {
        var words = WordReader(bytes)
        let numbers = (0..<count).compactMap { _ in words.next().map(Int.init) }
        return bytes.count == 4 * count && numbers.count == count ? numbers : nil
    }

    private static func bytes(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: UInt32(clamping: number)) { Array($0) } }
    }
}

extension ParsedPicture {
    /// The same from another process.
    var asForeignText: ParsedPicture {
        ParsedPicture(encoding: encoding.asForeignLine, defect: defect?.asForeignLine)
    }
}

extension String {
    /// Another process's text, made safe for a line: the process may be compromised.
    var asForeignLine: String { String(onOneLine.prefix(400)) }
}
