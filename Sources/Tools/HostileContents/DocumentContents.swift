extension HostileContent {
    /// Passes, licences, tickets and certificates.
    static let documents: [HostileContent] =
        [
            HostileContent("pass letters", "M1", "A"),
            HostileContent("pass blanks", "M4DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 1FF", " "),
            HostileContent("pass signature", "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100^1FF", "A"),
            HostileContent("licence elements", "@ANSI 636000080001DL00310100DL", "DAQ1\n"),
            HostileContent(
                "licence unknown elements", "@ANSI 636000080001DL00310100DL", numbered: { "Z\(10 + $0 % 90)1\n" }),
            HostileContent("licence subfiles", "@ANSI 636000080099", "DL00310100", "DLDAQ1\r"),
            HostileContent("licence subfile texts", "@ANSI 63600008009900000000", "DLDAQ1\r"),
            HostileContent("licence ends of lines", "@ANSI 636000080001DL00310100DL", "\r"),
            HostileContent("licence long value", "@ANSI 636000080001DL00310100DLDAQ", "1"),
        ] + rail + certificates

    private static func repeated(_ part: [UInt8], _ length: Int) -> [UInt8] {
        Array(repeatElement(part, count: max(0, length) / part.count).joined())
    }

    /// A ticket holds 9999 compressed bytes at most: what is longer follows behind.
    private static func rail(_ name: String, _ head: String, _ part: String) -> HostileContent {
        HostileContent(name, as: .bytes) { length in
            let room = min(length, Containers.longestRailTicket) - Containers.railTicketOverhead
            let ticket = Containers.railTicket(Array(head.utf8) + repeated(Array(part.utf8), room - head.utf8.count))
            return ticket + Array(repeating: 0, count: max(0, length - ticket.count))
        }
    }

    private static let rail: [HostileContent] = [
        rail("rail records", "", "U_XXXX010012"), rail("rail layouts", "", "U_TLAY010020RCT20000"),
        rail("rail layout fields", "U_TLAY019000RCT29999", "0000010100000001A"), rail("rail text", "", "A"),
        HostileContent("rail bomb", as: .bytes) { length in
            let stream = Containers.bomb(
                length: min(length, Containers.longestRailTicket) - Containers.railTicketOverhead)
            let ticket = Containers.railTicket(compressed: stream)
            return ticket + Array(repeating: 0, count: max(0, length - ticket.count))
        },
        // The header of a dynamic barcode with a list of 16,383 parts, each of which takes two bytes.
        HostileContent("rail parts", as: .bytes) { length in
            [0x01, 0x55, 0x62, 0x00, 0x5F, 0xFF, 0x80] + Array(repeating: 0, count: max(0, length - 7))
        },
    ]

    /// - Parameter part: repeated behind `head`, in CBOR that stands uncompressed in the certificate.
    private static func certificate(_ name: String, _ head: [UInt8], _ part: [UInt8]) -> HostileContent {
        HostileContent(name) { length in
            let room = Containers.certificateRoom(length)
            return Array(Containers.healthCertificate(Containers.zlib(head + repeated(part, room - head.count))).utf8)
        }
    }

    private static let certificates: [HostileContent] = [
        HostileContent("certificate zeros", "HC1:", "0"), HostileContent("certificate letters", "HC1:", "LG0"),
        HostileContent("certificate bomb") { length in
            Array(Containers.healthCertificate(Containers.bomb(length: Containers.certificateRoom(length))).utf8)
        },
        certificate("certificate arrays", [0x9F], [0x81, 0x80]), certificate("certificate nesting", [], [0x81]),
        certificate("certificate texts", [0x7F], [0x61, 0x61]), certificate("certificate byte strings", [0x5F], [0x40]),
        certificate("certificate maps", [0xBF], [0x01, 0xA0]), certificate("certificate tags", [], [0xD8, 0x3D]),
        certificate("certificate numbers", [0x9F], [0x1B, 0, 0, 0, 0, 0, 0, 0, 1]),
        // COSE with a payload that is a map of as many pairs.
        certificate("certificate claims", [0x84, 0x40, 0xA0, 0x5F, 0x41, 0xBF], [0x42, 0x01, 0x02]),
    ]
}
