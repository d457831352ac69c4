/// The modules of a Data Matrix symbol, and the codewords in them.
struct DataMatrixModules {
    let size: DataMatrixSize
    /// Row by row; true is dark.
    let dark: [Bool]

    /// The corrected data codewords; nil when too many are wrong.
    func data() -> [UInt8]? {
        guard dark.count == size.rows * size.columns else { return nil }
        let words = size.codewordModules.map { $0.reduce(0) { $0 << 1 | ($1.map { dark[$0] } == true ? 1 : 0) } }
        guard words.count == size.dataWords + size.checkWords else { return nil }
        let code = ReedSolomon(field: .of256)
        let parity = size.checkWords / size.blocks
        var data = [UInt8](repeating: 0, count: size.dataWords)
        for block in 0..<size.blocks {
            let places = stride(from: block, to: words.count, by: size.blocks)
            var part = places.map { words[$0] }
            guard code.correct(&part, parity: parity) != nil else { return nil }
            for (place, word) in zip(places, part) where place < size.dataWords { data[place] = UInt8(word) }
        }
        return data
    }

    /// How many modules of the finder patterns are what they should be, as a share.
    var finderAgreement: Double {
        var (right, count) = (0, 0)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                guard let expected = size.finder(column: column, row: row) else { continue }
                count += 1
                if dark[row * size.columns + column] == expected { right += 1 }
            }
        }
        return Double(right) / Double(count)
    }
}
