/// One attempt at a picture: a change, and the engines that look at the result.
struct Pass: Hashable {
    /// What timings call it.
    let name: String
    let transform: Transform
    var readers: [ReaderKind] = [.zxing, .zbar]
    /// Pictures of fewer or more pixels are not worth this attempt.
    var area: ClosedRange<Int> = 0...Int.max

    /// The picture as it is.
    static let plain = Pass(name: "plain", transform: .none)

    /// The same by zbar alone.
    static let plainZBar = Pass(name: "plain", transform: .none, readers: [.zbar])

    /// What `thorough` tries one by one while nothing was found.
    ///
    /// Order and choice come from pictures that both engines had failed on: of 186, turning by 45° won back 25,
    /// local contrast 21, twice the size 13, turning by −20° 9, inversion 7, turning by 30° 7, smoothing 5.
    static let thorough: [Pass] = [
        Pass(name: "local contrast", transform: .localContrast),
        Pass(name: "45°", transform: .rotated(45)),
        Pass(name: "enlarged", transform: .enlarged, area: 0...700_000),
        Pass(name: "halved", transform: .halved, area: 300_000...Int.max),
        Pass(name: "inverted", transform: .inverted),
        Pass(name: "-20°", transform: .rotated(-20)),
        Pass(name: "30°", transform: .rotated(30)),
        Pass(name: "smoothed", transform: .smoothed),
        Pass(name: "20°", transform: .rotated(20)),
        Pass(name: "-30°", transform: .rotated(-30)),
        Pass(name: "10°", transform: .rotated(10)),
        Pass(name: "-10°", transform: .rotated(-10)),
        Pass(name: "sharpened", transform: .sharpened),
    ]
}
