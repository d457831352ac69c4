import CameraFakes
import CPixels
import Foundation
import Frames
import Synchronization
import Testing

@testable import Capture

private let red = (luma: UInt8(81), blue: UInt8(90), red: UInt8(240))

/// The picture of a camera that sends `frame`, 16 × 8 pixels.
private func still(_ fourCC: String, _ frame: [UInt8]) throws -> StillPicture? {
    let fake = FakeCamera {
        $0.offers = [.init(fourCC: fourCC)]
        $0.events = [.frame(frame), .frame(frame), .silence]
    }
    let camera = V4L2Camera(
        device: .fake, system: CameraSystem(calls: fake.calls, paths: CameraPaths(system: "/nonexistent")))
    let taken = Mutex<CameraStill?>(nil)
    #expect(!camera.takeStill { _ in Issue.record("asked before it streams") })
    let result = try CameraRun().run(camera, frames: 2) {
        #expect(camera.takeStill { still in taken.withLock { $0 = still } })
        #expect(!camera.takeStill { _ in Issue.record("a second one at once") })
    }
    #expect(result.error == nil)
    #expect(fake.isReleased)
    return taken.withLock { $0 }?.picture()
}

private func isRed(_ picture: StillPicture?) -> Bool {
    guard let picture, case .rgb(let pixels) = picture.content, picture.width == 16, picture.height == 8,
        pixels.count == 16 * 8 * 3
    else { return false }
    return stride(from: 0, to: pixels.count, by: 3).allSatisfy { at in
        pixels[at] >= 250 && pixels[at + 1] <= 5 && pixels[at + 2] <= 5
    }
}

@Suite struct CameraStillTests {
    @Test(arguments: [
        ("YUYV", [red.luma, red.blue, red.luma, red.red]), ("YVYU", [red.luma, red.red, red.luma, red.blue]),
        ("UYVY", [red.blue, red.luma, red.red, red.luma]), ("VYUY", [red.red, red.luma, red.blue, red.luma]),
    ])
    func packedFormatsKeepTheirColours(fourCC: String, pair: [UInt8]) throws {
        #expect(isRed(try still(fourCC, (0..<64).flatMap { _ in pair })))
    }

    @Test func planarFormatsKeepTheirColours() throws {
        let luma = [UInt8](repeating: red.luma, count: 128)
        let (blue, other) = ([UInt8](repeating: red.blue, count: 32), [UInt8](repeating: red.red, count: 32))
        #expect(isRed(try still("NV12", luma + zip(blue, other).flatMap { [$0, $1] })))
        #expect(isRed(try still("NV21", luma + zip(other, blue).flatMap { [$0, $1] })))
        #expect(isRed(try still("YU12", luma + blue + other)))
        #expect(isRed(try still("YV12", luma + other + blue)))
        #expect(isRed(try still("NV16", luma + zip(blue + blue, other + other).flatMap { [$0, $1] })))
        #expect(isRed(try still("422P", luma + blue + blue + other + other)))
    }

    @Test func whatLibv4lconvertKnowsKeepsItsColours() throws {
        #expect(isRed(try still("RGB3", (0..<128).flatMap { _ in [255, 0, 0] as [UInt8] })))
    }

    @Test func aFormatWithoutColourIsGrey() throws {
        let luma = (0..<128).map { UInt8($0) }
        #expect(try still("GREY", luma)?.content == .grey(luma))
        #expect(try still("Y16", luma.flatMap { [0x55, $0] })?.content == .grey(luma))
    }

    @Test func aCamerasOwnJPEGIsNotTouched() throws {
        let jpeg = Self.jpeg(16, 8)
        #expect(try still("MJPG", jpeg + [UInt8](repeating: 0, count: 100))?.content == .jpeg(jpeg))
        // Other programs cannot read a file without Huffman tables.
        var bare = jpeg
        while let at = bare.indices.dropLast().first(where: { bare[$0] == 0xFF && bare[$0 + 1] == 0xC4 }) {
            bare.removeSubrange(at..<at + 2 + Int(bare[at + 2]) << 8 + Int(bare[at + 3]))
        }
        let mended = try #require(try still("MJPG", bare))
        guard case .jpeg(let bytes) = mended.content else {
            Issue.record("no JPEG any more")
            return
        }
        #expect(bytes.count == bare.count + MotionJPEG.standardTables.count)
        #expect(
            mended.decoded()?.content == StillPicture(width: 16, height: 8, content: .jpeg(jpeg)).decoded()?.content)
    }

    @Test func framesKeepWhatTheyWereMadeOfWhenThatIsAsked() throws {
        let yuyv = (0..<64).flatMap { _ in [red.luma, red.blue, red.luma, red.red] }
        let jpeg = Self.jpeg(16, 8)
        func frame(_ fourCC: String, _ bytes: [UInt8], keepsOriginals: Bool) throws -> Frame? {
            let fake = FakeCamera {
                $0.offers = [.init(fourCC: fourCC)]
                $0.events = [.frame(bytes), .silence]
            }
            let camera = V4L2Camera(
                device: .fake, system: CameraSystem(calls: fake.calls, paths: CameraPaths(system: "/nonexistent")))
            let brought = Mutex<Frame?>(nil)
            let stop = try Doorbell()
            try camera.run(
                FrameOutput(
                    pool: try FramePool(keepsOriginals: keepsOriginals),
                    deliver: { frame in
                        brought.withLock { $0 = frame }
                        stop.ring()
                    }, report: { _ in }), until: stop)
            #expect(fake.isReleased)
            return brought.withLock { $0 }
        }
        #expect(isRed(try frame("YUYV", yuyv, keepsOriginals: true).flatMap(CameraStill.init)?.picture()))
        let converted = try frame("RGB3", (0..<128).flatMap { _ in [255, 0, 0] as [UInt8] }, keepsOriginals: true)
        #expect(isRed(converted.flatMap(CameraStill.init)?.picture()))
        #expect(
            try frame("MJPG", jpeg, keepsOriginals: true).flatMap(CameraStill.init)?.picture()?.content == .jpeg(jpeg))
        #expect(try frame("YUYV", yuyv, keepsOriginals: false).flatMap(CameraStill.init) == nil)
    }

    @Test func shortFramesMakeNoPicture() {
        for fourCC in ["YUYV", "NV12", "YU12", "GREY"] {
            let format = CameraFormat(pixelFormat: FourCC(fourCC)!, width: 16, height: 8)
            var stream = StreamFormat(converted: format)
            stream.format = format
            stream.rowStride = fourCC == "YUYV" ? 32 : 16
            for count in [0, 1, 100] {
                #expect(CameraStill(stream: stream, bytes: [UInt8](repeating: 9, count: count)).picture() == nil)
            }
        }
    }

    @Test func aCameraThatEndsGivesNone() throws {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "GREY")]
            $0.events = [.frame([UInt8](repeating: 9, count: 128)), .unplug]
        }
        let camera = V4L2Camera(
            device: .fake, system: CameraSystem(calls: fake.calls, paths: CameraPaths(system: "/nonexistent")))
        let answers = Mutex(0)
        _ = try CameraRun().run(camera) {
            #expect(camera.takeStill { still in answers.withLock { $0 += still == nil ? 1 : 100 } })
        }
        #expect(answers.withLock { $0 } == 1)
        #expect(!camera.takeStill { _ in })
    }

    /// A JPEG of a gradient.
    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let luma = (0..<width * height).map { UInt8(truncatingIfNeeded: $0) }
        _ = qz_jpeg_write(luma, Int32(width), Int32(height), 90, &bytes, &count)
        defer { qz_jpeg_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

@Suite struct StillFileTests {
    private let metadata = PictureMetadata(
        time: Date(timeIntervalSince1970: 1_795_261_938.042), timeZone: TimeZone(secondsFromGMT: -5400)!,
        description: "Scan 7 of a café", model: "HD Webcam", software: "quietzone 0", source: "usb-cam")

    @Test func everyOrientationShowsEachPixelWhereThePersonSeesIt() {
        let (width, height) = (3, 2)
        let picture = StillPicture(width: width, height: height, content: .grey([0, 1, 2, 10, 11, 12]))
        let colour = StillPicture(
            width: width, height: height, content: .rgb([0, 1, 2, 10, 11, 12].flatMap { [$0, $0 + 100, $0 + 200] }))
        let expected: [[UInt8]] = [
            [0, 1, 2, 10, 11, 12], [10, 0, 11, 1, 12, 2], [12, 11, 10, 2, 1, 0], [2, 12, 1, 11, 0, 10],
            [2, 1, 0, 12, 11, 10], [12, 2, 11, 1, 10, 0], [10, 11, 12, 0, 1, 2], [0, 10, 1, 11, 2, 12],
        ]
        for (index, pixels) in expected.enumerated() {
            let (turns, mirrored) = (index % 4, index >= 4)
            let turned = picture.turned(quarterTurns: turns, isMirrored: mirrored)
            #expect(turned.content == .grey(pixels), "\(turns) \(mirrored)")
            #expect((turned.width, turned.height) == (turns % 2 == 0 ? (3, 2) : (2, 3)))
            #expect(
                colour.turned(quarterTurns: turns, isMirrored: mirrored).content
                    == .rgb(pixels.flatMap { [$0, $0 + 100, $0 + 200] }))
        }
    }

    @Test func exifSaysHowACamerasOwnPixelsAreShown() throws {
        // Exif 2.32, table 6: the visual sides of row 0 and column 0.
        let numbers = (0..<8).map { StillFile.orientation(quarterTurns: $0 % 4, isMirrored: $0 >= 4) }
        #expect(numbers == [1, 6, 3, 8, 2, 7, 4, 5])
        let jpeg = CameraStillTests.jpeg(16, 8)
        let picture = StillPicture(width: 16, height: 8, content: .jpeg(jpeg))
        let file = try StillFile.encode(picture, as: .jpeg, quarterTurns: 1, isMirrored: true, metadata: metadata)
        let fields = try Exif(jpeg: file)
        #expect(fields.numbers[0x0112] == 7)
        #expect(fields.numbers[0xA002] == 16)
        // All bytes of the camera's file follow the inserted ones.
        #expect(file.suffix(jpeg.count - 2) == jpeg[2...])
        // A second one replaces the first.
        let again = JPEGSegments.inserting(exif: [1, 2, 3], into: file)
        #expect(again.count == jpeg.count + 10 + 3)
    }

    @Test(arguments: [StillFile.Format.jpeg, .png]) func timeAndSourceAreInTheFile(format: StillFile.Format) throws {
        let picture = StillPicture(width: 4, height: 2, content: .rgb([UInt8](repeating: 90, count: 24)))
        let file = try StillFile.encode(picture, as: format, quarterTurns: 1, metadata: metadata)
        let fields = format == .jpeg ? try Exif(jpeg: file) : try Exif(png: file)
        #expect(fields.texts[0x010E] == "Scan 7 of a café")
        #expect(fields.texts[0x0110] == "HD Webcam")
        #expect(fields.texts[0x0131] == "quietzone 0")
        #expect(fields.texts[0x9003] == "2026:11:21 10:22:18")
        #expect(fields.texts[0x9011] == "-01:30")
        #expect(fields.texts[0x9291] == "042")
        #expect(fields.numbers[0x0112] == 1)
        #expect(fields.numbers[0xA002] == 2)
        #expect(fields.numbers[0xA003] == 4)
        let pool = try FramePool()
        let frame = try PictureFile.load(bytes: file, name: "x", into: pool)
        #expect(frame.width == 2)
        #expect(frame.height == 4)
        if format == .png {
            let text = String(decoding: file, as: UTF8.self)
            #expect(text.contains("Creation Time\u{0}2026-11-21T10:22:18.042-01:30"))
            #expect(text.contains("HD Webcam"))
        }
    }

    @Test func aCamerasJPEGBecomesAPNGOfColours() throws {
        let jpeg = StillPicture(width: 16, height: 8, content: .jpeg(CameraStillTests.jpeg(16, 8)))
        let file = try StillFile.encode(jpeg, as: .png, quarterTurns: 3, metadata: metadata)
        let frame = try PictureFile.load(bytes: file, name: "x", into: FramePool())
        #expect(frame.width == 8)
        #expect(frame.height == 16)
        let broken = StillPicture(width: 16, height: 8, content: .jpeg([0xFF, 0xD8, 1, 2]))
        #expect(throws: SourceError.self) { try StillFile.encode(broken, as: .png, metadata: metadata) }
    }

    @Test func hostileSegmentsAreLeftAsTheyAre() {
        for bytes in [
            [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE1, 0, 0], [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 1],
        ]
            as [[UInt8]]
        {
            let result = JPEGSegments.inserting(exif: [9], into: bytes)
            #expect(result == bytes || result.suffix(bytes.count - 2) == bytes.dropFirst(2)[...])
        }
        #expect(
            JPEGSegments.inserting(exif: [UInt8](repeating: 0, count: 70_000), into: [0xFF, 0xD8]) == [0xFF, 0xD8])
    }

    @Test func textsOfDevicesAndSymbolsStayTexts() {
        var hostile = metadata
        hostile.description = String(repeating: "\u{0}\u{1B}[31m\n", count: 100_000)
        #expect(hostile.exif(width: 1, height: 1, orientation: 1).count < 1000)
        #expect(hostile.texts.allSatisfy { !$0.text.contains("\u{0}") })
        #expect(hostile.texts.allSatisfy { $0.text.utf8.count <= 1600 })
    }
}

/// The fields of an Exif block, parsed as in TIFF 6.0.
private struct Exif {
    var texts: [Int: String] = [:]
    var numbers: [Int: Int] = [:]

    init(jpeg file: [UInt8]) throws {
        try #require(file.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]))
        let length = Int(file[4]) << 8 | Int(file[5])
        try self.init(tiff: Array(file[12..<4 + length]))
    }

    init(png file: [UInt8]) throws {
        let name = Array("eXIf".utf8)
        let at = try #require(file.indices.first { file[$0...].starts(with: name) })
        let length = file[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
        try self.init(tiff: Array(file[at + 4..<at + 4 + length]))
    }

    private init(tiff: [UInt8]) throws {
        try #require(tiff.starts(with: [0x4D, 0x4D, 0, 42]))
        func number(_ at: Int, _ count: Int) -> Int { tiff[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
        var directories = [number(4, 4)]
        while let directory = directories.popLast() {
            var last = 0
            for entry in 0..<number(directory, 2) {
                let at = directory + 2 + entry * 12
                let (tag, type, count) = (number(at, 2), number(at + 2, 2), number(at + 4, 4))
                // TIFF 6.0 requires ascending tags.
                #expect(tag > last)
                last = tag
                switch type {
                case 2:
                    let from = count <= 4 ? at + 8 : number(at + 8, 4)
                    #expect(tiff[from + count - 1] == 0)
                    #expect(from % 2 == 0)
                    texts[tag] = String(decoding: tiff[from..<from + count - 1], as: UTF8.self)
                case 3: numbers[tag] = number(at + 8, 2)
                case 4: numbers[tag] = number(at + 8, 4)
                default: break
                }
                if tag == 0x8769 { directories.append(number(at + 8, 4)) }
            }
            #expect(number(directory + 2 + number(directory, 2) * 12, 4) == 0)
        }
    }
}
