import Symbols

extension MadeSymbol {
    /// Its version or size as its standard calls it: `7` of QR Code, `M3`, `R13x77`, `24x24` of Data Matrix; nil for kinds
    /// without.
    package var version: String? {
        switch kind.symbology {
        case .qrCode: String(qrVersion)
        case .microQRCode: "M\((grid.width - 9) / 2)"
        case .rmqrCode: "R\(grid.rows)x\(grid.width)"
        case .dataMatrix: "\(grid.rows)x\(grid.width)"
        case .aztec: aztecSize
        default: kind.name == "han-xin" ? String((grid.width - 21) / 2) : nil
        }
    }

    /// ISO/IEC 24778: compact symbols have 11 + 4 modules for each layer; full ones have bands of reference modules besides. Those of a
    /// size that both have are told by the ring around the bull's eye, which is light in full ones all around.
    private var aztecSize: String? {
        guard kind.name != "aztec-rune" else { return nil }
        let middle = grid.width / 2
        let ring = -5...5
        let isFull = ring.allSatisfy { step in
            [(step, -5), (step, 5), (-5, step), (5, step)].allSatisfy { x, y in
                !grid.isDark(middle + x, row: middle + y)
            }
        }
        guard isFull else { return "compact-\((grid.width - 11) / 4)" }
        let layers = (1...32).first { layers in
            let plain = 14 + 4 * layers
            return plain + 1 + 2 * ((plain / 2 - 1) / 15) == grid.width
        }
        return layers.map { "full-\($0)" }
    }

    /// Its error correction by the name of one of `KindChoices.levels`: what its format information says, or what was chosen; nil if
    /// neither does.
    package var level: String? {
        if kind.symbology == .rmqrCode {
            // ISO/IEC 23941, 7.9: the first bit of the format information, which the mask leaves as it is.
            return grid.isDark(11, row: 3) ? "H" : "M"
        }
        let choices = kind.choices
        return qrFormat?.level ?? options.level ?? choices.levels.first { $0.value == choices.defaultLevel }?.name
    }

    /// The error correction level that a QR Code has, and its mask, as its format information tells; nil for other kinds.
    package var qrFormat: (level: String, mask: Int)? {
        guard kind.symbology == .qrCode else { return nil }
        // ISO/IEC 18004, 7.9: the first five of 15 bits in row 8, of which the mask 10101 is to be taken.
        let bits = (0..<5).reduce(0) { $0 << 1 | (grid.isDark($1, row: 8) ? 1 : 0) } ^ 0b10101
        return (["M", "L", "H", "Q"][bits >> 3], bits & 7)
    }

    /// How many bytes a QR Code of this version and level holds in byte mode; nil for other kinds. Digits and capitals take less room,
    /// so that more of them may be held.
    package var byteCapacity: Int? {
        guard let qrFormat, let level = ["L", "M", "Q", "H"].firstIndex(of: qrFormat.level) else { return nil }
        let bits = 8 * QRCodeBlocks.dataCodewords(version: qrVersion, level: level)
        // Four bits of mode, and the length (table 3).
        return (bits - 4 - (qrVersion < 10 ? 8 : 16)) / 8
    }

    private var qrVersion: Int { (grid.width - 17) / 4 }
}
