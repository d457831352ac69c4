import Capture

/// What a picture parser's child is for: its set-up, JSON.
enum PictureRole: Codable {
    /// Pictures that lie in files.
    case files
    /// A stream that it reads itself; whether frames may be dropped.
    case stream(title: String, isLive: Bool)
    case camera(CameraStream.Description)
}

/// Asks to decode the picture whose bytes lie in the input memory; JSON.
struct ParseRequest: Codable {
    var slot: Int
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
