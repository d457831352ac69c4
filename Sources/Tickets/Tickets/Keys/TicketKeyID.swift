/// What a key is called in codes and in files: 1 to 24 letters, digits, `-` and `_`.
package struct TicketKeyID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard (1...24).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        self.text = text
    }
}
