import Testing

@testable import Capture

private func format(_ code: String, _ width: Int, _ height: Int, _ rate: Double? = 30) -> CameraFormat {
    CameraFormat(pixelFormat: FourCC(code)!, width: width, height: height, framesPerSecond: rate)
}

@Suite struct FormatRankingTests {
    @Test func takesTheLargestFluentSizeUpTo1080p() {
        let ranked = FormatRanking.ranked([
            format("YUYV", 640, 480), format("YUYV", 1920, 1080, 5), format("MJPG", 1920, 1080),
            format("MJPG", 3840, 2160), format("MJPG", 1280, 720),
        ])
        #expect(ranked.first == format("MJPG", 1920, 1080))
        #expect(ranked.last == format("MJPG", 3840, 2160))
    }

    @Test func prefersRawToMJPEGWhereItIsAsFast() {
        let ranked = FormatRanking.ranked([
            format("RGB3", 1280, 720), format("MJPG", 1280, 720), format("GREY", 1280, 720), format("NV12", 1280, 720),
        ])
        #expect(ranked.map(\.pixelFormat.description) == ["NV12", "GREY", "MJPG", "RGB3"])
    }

    @Test func leavesRawFormatsThatTheBusCannotCarry() {
        let formats = [format("YUYV", 1280, 720), format("MJPG", 1280, 720), format("YUYV", 640, 480)]
        #expect(FormatRanking.ranked(formats).first == formats[0])
        #expect(FormatRanking.ranked(formats, busBytesPerSecond: 24_576_000).first == formats[1])
        // 27.6 MB/s would allow 26.7 frames a second, which is enough, but MJPEG needs no compromise.
        let grey = [format("GREY", 1280, 720), format("MJPG", 1280, 720)]
        #expect(FormatRanking.ranked(grey, busBytesPerSecond: 24_576_000).first == grey[1])
    }

    @Test func takesTheHighestRateWhereNoneIsFluent() {
        let ranked = FormatRanking.ranked([
            format("YUYV", 1280, 720, 10), format("YUYV", 640, 480, 20), format("YUYV", 320, 240, 24),
        ])
        #expect(ranked.map(\.width) == [640, 1280, 320])
    }

    @Test func prefers30FramesToMore() {
        let ranked = FormatRanking.ranked([format("MJPG", 640, 480, 120), format("MJPG", 640, 480, 30)])
        #expect(ranked.first?.framesPerSecond == 30)
    }

    @Test func takesAFormatOfUnknownRateForFluent() {
        #expect(FormatRanking.ranked([format("YUYV", 640, 480, nil)]).count == 1)
    }

    @Test func aWishKeepsWhatItNames() {
        let formats = [
            format("YUYV", 640, 480, 15), format("YUYV", 640, 480), format("MJPG", 640, 480),
            format("MJPG", 3840, 2160),
        ]
        let small = CameraFormatRequest(width: 640, height: 480, framesPerSecond: 15)
        #expect(FormatRanking.ranked(formats, request: small).first == formats[0])
        let coded = CameraFormatRequest(pixelFormat: FourCC("MJPG"))
        #expect(FormatRanking.ranked(formats, request: coded).first == formats[2])
        let large = CameraFormatRequest(width: 3840)
        #expect(FormatRanking.ranked(formats, request: large) == [formats[3]])
        #expect(FormatRanking.ranked(formats, request: CameraFormatRequest(width: 1)).isEmpty)
    }
}

@Suite struct FormatPresetTests {
    private let offered = [
        format("YUYV", 320, 240), format("YUYV", 640, 480), format("MJPG", 1280, 720), format("MJPG", 1920, 1080),
        format("MJPG", 4000, 3000, 5),
    ]

    @Test(arguments: [(CameraFormatRequest.Preset.low, 640), (.high, 1920), (.photo, 4000)])
    func aPresetTakesItsSize(preset: CameraFormatRequest.Preset, width: Int) {
        let ranked = FormatRanking.ranked(offered, request: CameraFormatRequest(preset))
        #expect(ranked.first?.width == width)
        // A rejected format leads to the next one, so the list is complete.
        #expect(ranked.count == offered.count)
    }

    @Test func lowTakesTheSmallestWhereNoneIsLow() {
        let ranked = FormatRanking.ranked(Array(offered[2...]), request: CameraFormatRequest(.low))
        #expect(ranked.map(\.width) == [1280, 1920, 4000])
    }

    @Test(arguments: [
        ("low", CameraFormatRequest(.low)), ("high", CameraFormatRequest(.high)),
        ("photo", CameraFormatRequest(.photo)),
        ("640x480", CameraFormatRequest(width: 640, height: 480)),
        (
            "1280x720@30/MJPG",
            CameraFormatRequest(width: 1280, height: 720, framesPerSecond: 30, pixelFormat: FourCC("MJPG"))
        ),
        ("@7.5", CameraFormatRequest(framesPerSecond: 7.5)),
        ("/YUYV", CameraFormatRequest(pixelFormat: FourCC("YUYV"))),
        ("640x480/GREY", CameraFormatRequest(width: 640, height: 480, pixelFormat: FourCC("GREY"))),
    ])
    func aWishIsSpelledAndRead(text: String, request: CameraFormatRequest) {
        #expect(CameraFormatRequest(text) == request)
        #expect(request.text == text)
    }

    @Test(arguments: [
        "", "lowest", "x", "640x", "640", "0x0", "99999x1", "640x480x2", "@", "@nan", "@0", "/", "/TOOLONG", "640x480@",
        "-1x5", "1e3x5",
    ])
    func whatIsNoFormatIsNone(text: String) { #expect(CameraFormatRequest(text) == nil) }
}

@Suite struct FourCCTests {
    @Test func readsAndWritesItsCharacters() {
        #expect(FourCC("YUYV")?.rawValue == 0x5659_5559)
        #expect(FourCC("Y16")?.description == "Y16")
        #expect(FourCC(rawValue: FourCC("Y16")!.rawValue | 1 << 31).description == "Y16-BE")
        #expect(FourCC(rawValue: 0x0000_1B41).description == "A???")
        #expect(FourCC("TOOLONG") == nil)
        #expect(FourCC("") == nil)
        #expect(FourCC("é") == nil)
    }

    @Test func aFormatReadsAsAPersonSaysIt() {
        #expect(format("MJPG", 1280, 720, 29.97).description == "1280x720 MJPG 29.97/s")
        #expect(format("GREY", 640, 480, 7.5).description == "640x480 GREY 7.5/s")
        #expect(format("GREY", 640, 480, nil).description == "640x480 GREY")
        #expect(CameraFormatRequest(width: 640).description == "640xany")
    }
}
