/// Text in XML and HTML.
enum XMLText {
    /// Appends `text`, in UTF-8, with references for what would be markup, and `replacement` for each character that no document may
    /// hold: control characters but tab and line breaks, and noncharacters (XML 1.0, 2.2).
    static func write(
        _ text: String, into buffer: inout [UInt8], replacing replacement: (Unicode.Scalar) -> String
    ) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": buffer.append(contentsOf: "&amp;".utf8)
            case "<": buffer.append(contentsOf: "&lt;".utf8)
            case ">": buffer.append(contentsOf: "&gt;".utf8)
            case "\"": buffer.append(contentsOf: "&quot;".utf8)
            case "'": buffer.append(contentsOf: "&#39;".utf8)
            default:
                if mayHold(scalar) {
                    buffer.append(contentsOf: UTF8.encode(scalar)!)
                } else {
                    buffer.append(contentsOf: replacement(scalar).utf8)
                }
            }
        }
    }

    private static func mayHold(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
