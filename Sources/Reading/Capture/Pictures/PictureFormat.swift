/// How a picture is encoded, found by its first bytes and never by its name.
enum PictureFormat: Equatable, Sendable {
    case png
    case jpeg
    case netpbm

    /// The format that `bytes` begin with, or nil. Sixteen bytes are enough.
    init?(beginning bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if NetpbmHeader.begins(bytes) {
            self = .netpbm
        } else {
            return nil
        }
    }

    /// The name that `FrameFormat.encoding` carries.
    var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .netpbm: "PNM"
        }
    }
}
