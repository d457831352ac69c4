/// 2 of 5 codes that are not interleaved: digits of five elements, two of them wide. They have no check digit.
enum TwoOfFive {
    /// How many digits there may be. Not measured: fewer would be found in other codes.
    static let lengths = 4...32

    /// Only the bars are wide or narrow: the original Industrial 2 of 5.
    static let industrial = decoders { ratio in
        Frame([ratio, 1, ratio, 1, 1, 1], [ratio, 1, 1, 1, ratio], bars(ratio))
    }
    /// The same with the start and stop of Interleaved 2 of 5: for air cargo.
    static let iata = decoders { ratio in Frame([1, 1, 1, 1], [ratio, 1, 1], bars(ratio)) }
    /// Bars and spaces are wide or narrow (Matrix 2 of 5), with the widest bar at each end.
    static let matrix = decoders { ratio in Frame([4, 1, 1, 1, 1, 1], [4, 1, 1, 1, 1], elements(ratio)) }
    /// The same with the start and stop of Interleaved 2 of 5: used by China Post.
    static let dataLogic = decoders { ratio in Frame([1, 1, 1, 1], [ratio, 1, 1], elements(ratio)) }

    /// Widths of the start, the stop, and what each digit consists of.
    private struct Frame {
        let start: BarPattern
        let stop: BarPattern
        let digits: [BarPattern]

        init(_ start: [Float], _ stop: [Float], _ digits: [BarPattern]) {
            self.start = BarPattern(start, startsDark: true)
            self.stop = BarPattern(stop, startsDark: true)
            self.digits = digits
        }
    }

    /// A decoder for each ratio of wide to narrow that is tried, as for ITF.
    private static func decoders(_ frame: (Float) -> Frame) -> [SequenceDecoder] {
        ([2.2, 2.8] as [Float]).map { ratio in
            let frame = frame(ratio)
            return SequenceDecoder(start: [frame.start], data: frame.digits, stop: [frame.stop], characters: lengths) {
                SequenceDecoder.Ranked(unchecked: $1)
            }
        }
    }

    private static func bars(_ ratio: Float) -> [BarPattern] {
        ITF.wide.map { wide in
            BarPattern((0..<5).flatMap { [wide >> (4 - $0) & 1 == 1 ? ratio : 1, 1] }, startsDark: true)
        }
    }

    private static func elements(_ ratio: Float) -> [BarPattern] {
        ITF.wide.map { wide in
            BarPattern((0..<5).map { wide >> (4 - $0) & 1 == 1 ? ratio : 1 } + [1], startsDark: true)
        }
    }
}
