/// Which keys of a keyboard make a character, as the kernel numbers keys (input-event-codes.h) and a layout of X or the console reads
/// them (xkeyboard-config: us, gb, de, fr).
///
///     KeyboardLayout.german.strokes(for: "z")      // [Stroke(key: 21)]: the key that is y elsewhere
package struct KeyboardLayout: Sendable {
    /// A key with what is held meanwhile.
    package struct Stroke: Sendable, Hashable {
        package let key: UInt16
        package var shift = false
        package var altGr = false
    }

    /// The name in the settings.
    package let name: String
    private let strokes: [Character: [Stroke]]

    /// The keys for a character; nil if the layout has none.
    package func strokes(for character: Character) -> [Stroke]? { strokes[character] }

    /// The layout of that name: `us`, `uk`, `de`, `fr`.
    package static func named(_ name: String) -> KeyboardLayout? { all.first { $0.name == name } }

    package static let all = [american, british, german, french]

    /// The rows of keys from the left: digits (41 first), letters (16, 30, 44), and the key beside the left Shift.
    private static let rows: [[UInt16]] = [
        [41] + Array(2...13), Array(16...27), Array(30...40) + [43], [86] + Array(44...53),
    ]

    /// A layout by the characters of its rows: plain, with Shift, with AltGr; `␀` is none, `´` and the like after `dead` wait for a
    /// letter and are left out.
    private init(_ name: String, plain: [String], shift: [String], altGr: [String] = []) {
        var strokes: [Character: [Stroke]] = [
            " ": [Stroke(key: 57)], "\n": [Stroke(key: 28)], "\t": [Stroke(key: 15)],
        ]
        // Plain keys last: they count where a character is on two.
        for (lines, held) in [(altGr, (false, true)), (shift, (true, false)), (plain, (false, false))] {
            for (row, line) in lines.enumerated() {
                for (key, character) in zip(Self.rows[row], line) where character != "␀" {
                    strokes[character] = [Stroke(key: key, shift: held.0, altGr: held.1)]
                }
            }
        }
        (self.name, self.strokes) = (name, strokes)
    }

    static let american = KeyboardLayout(
        "us",
        plain: ["`1234567890-=", "qwertyuiop[]", "asdfghjkl;'\\", "␀zxcvbnm,./"],
        shift: ["~!@#$%^&*()_+", "QWERTYUIOP{}", "ASDFGHJKL:\"|", "␀ZXCVBNM<>?"])

    static let british = KeyboardLayout(
        "uk",
        plain: ["`1234567890-=", "qwertyuiop[]", "asdfghjkl;'#", "\\zxcvbnm,./"],
        shift: ["¬!\"£$%^&*()_+", "QWERTYUIOP{}", "ASDFGHJKL:@~", "|ZXCVBNM<>?"],
        altGr: ["␀␀␀␀€"])

    static let german = KeyboardLayout(
        "de",
        plain: ["␀1234567890ß␀", "qwertzuiopü+", "asdfghjklöä#", "<yxcvbnm,.-"],
        shift: ["°!\"§$%&/()=?␀", "QWERTZUIOPÜ*", "ASDFGHJKLÖÄ'", ">YXCVBNM;:_"],
        altGr: ["␀␀␀␀␀␀␀{[]}\\", "@␀€␀␀␀␀␀␀␀␀~", "", "|␀␀␀␀␀␀µ"])

    static let french = KeyboardLayout(
        "fr",
        plain: ["²&é\"'(-è_çà)=", "azertyuiop␀$", "qsdfghjklmù*", "<wxcvbn,;:!"],
        shift: ["␀1234567890°+", "AZERTYUIOP␀£", "QSDFGHJKLM%µ", ">WXCVBN?./§"],
        altGr: ["␀␀␀#{[|␀\\␀@]}", "␀␀€␀␀␀␀␀␀␀␀¤"])
}
