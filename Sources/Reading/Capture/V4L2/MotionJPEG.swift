/// Frames of Motion JPEG that leave their Huffman tables out, as many USB cameras do (UVC payload spec. 1.5).
///
/// libjpeg supplies missing tables only while its decoder has none: after a picture that brought
/// its own, it would take those. So the standard ones are put where they belong.
enum MotionJPEG {
    /// Where to insert `standardTables`: in front of the first scan. nil when the picture brings tables of
    /// its own, or is not a JPEG as far as its first scan.
    static func tableInsertionPoint(in picture: UnsafeRawBufferPointer) -> Int? {
        var offset = 2
        guard picture.count >= 4, picture[0] == 0xFF, picture[1] == 0xD8 else { return nil }
        while offset + 4 <= picture.count, picture[offset] == 0xFF {
            let marker = picture[offset + 1]
            switch marker {
            case 0xFF:  // a fill byte
                offset += 1
                continue
            case 0x01, 0xD0...0xD7:  // markers without a segment
                offset += 2
                continue
            case 0xDA: return offset
            case 0xC4, 0xD8, 0xD9: return nil
            default: break
            }
            let length = Int(picture[offset + 2]) << 8 | Int(picture[offset + 3])
            guard length >= 2 else { return nil }
            offset += 2 + length
        }
        return nil
    }

    /// Whether the picture ends with its end-of-image marker, zero padding and a few stray bytes aside.
    static func isComplete(_ picture: UnsafeRawBufferPointer) -> Bool {
        var end = picture.count
        while end > 0, picture[end - 1] == 0 { end -= 1 }
        guard end >= 2 else { return false }
        for offset in stride(from: end - 2, through: max(0, end - 16), by: -1)
        where picture[offset] == 0xFF && picture[offset + 1] == 0xD9 { return true }
        return false
    }

    /// The picture as a complete file: with the standard tables where it has none, without padding at its end.
    static func whole(_ picture: [UInt8]) -> [UInt8] {
        var end = picture.count
        while end > 0, picture[end - 1] == 0 { end -= 1 }
        let point = picture.withUnsafeBytes { tableInsertionPoint(in: $0) }
        guard let point, point <= end else { return Array(picture[..<end]) }
        var result = Array(picture[..<point])
        result += standardTables
        result += picture[point..<end]
        return result
    }

    /// The DHT segment of the typical tables: ITU-T T.81, annex K.3, tables K.3 to K.6. Of each its class and number, how many codes there are of
    /// each length, and their values.
    static let standardTables: [UInt8] = {
        let digits = """
            FFC401A2
            0000010501010101010100000000000000
            000102030405060708090A0B
            100002010303020403050504040000017D
            01020300041105122131410613516107227114328191A1082342B1C11552D1F02433627282090A161718191A25262728292A
            3435363738393A434445464748494A535455565758595A636465666768696A737475767778797A838485868788898A929394
            95969798999AA2A3A4A5A6A7A8A9AAB2B3B4B5B6B7B8B9BAC2C3C4C5C6C7C8C9CAD2D3D4D5D6D7D8D9DAE1E2E3E4E5E6E7E8
            E9EAF1F2F3F4F5F6F7F8F9FA
            0100030101010101010101010000000000
            000102030405060708090A0B
            1100020102040403040705040400010277
            000102031104052131061241510761711322328108144291A1B1C109233352F0156272D10A162434E125F11718191A262728
            292A35363738393A434445464748494A535455565758595A636465666768696A737475767778797A82838485868788898A92
            939495969798999AA2A3A4A5A6A7A8A9AAB2B3B4B5B6B7B8B9BAC2C3C4C5C6C7C8C9CAD2D3D4D5D6D7D8D9DAE2E3E4E5E6E7
            E8E9EAF2F3F4F5F6F7F8F9FA
            """.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }()
}
