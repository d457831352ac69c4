import CameraFakes
import CLinux
import CPixels
import Foundation
import Frames
import Testing

@testable import Capture

/// The same 32 × 16 gradient twice: with the standard Huffman tables, and with tables made for it.
private enum Picture {
    static let standard = decoded(
        "/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgGBgcGBwgICAgICAkJCQoKCgkJCQkKCgoKCgoMDAwKCgoKCgoKDAwMDA0ODQ0NDA0O"
            + "Dg8PDxISEREVFRUZGR//xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsBAAMBAQEBAQEBAQEAAAAAAAABAgMEBQYHCAkK"
            + "CxAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6"
            + "Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJ"
            + "ytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6EQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJ"
            + "IzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SV"
            + "lpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/wAARCAAQACADASIAAhEA"
            + "AxEA/9oADAMBAAIRAxEAPwDyLS7XpxXa6Xa9OKw9LtenFdtpdr04oA29LtenFdtpdr04rD0u16cV2ul2vTigD//Z")
    static let optimised = decoded(
        "/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgGBgcGBwgICAgICAkJCQoKCgkJCQkKCgoKCgoMDAwKCgoKCgoKDAwMDA0ODQ0NDA0O"
            + "Dg8PDxISEREVFRUZGR//xABQAAEBAQAAAAAAAAAAAAAAAAAGBQcBAQAAAAAAAAAAAAAAAAAAAAAQAAMBAQAAAAAAAAAAAAAAAAAE"
            + "BTEhEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgAEAAgAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AyKWrnBrLVzhDlq5wbS1c4Bblq5wb"
            + "S1c4Q5aucGstXOAf/9k=")

    private static func decoded(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    /// `standard` as USB cameras send it.
    static var withoutTables: [UInt8] {
        var bytes = standard
        let table = bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 } ?? 0
        bytes.removeSubrange(table..<table + 2 + Int(bytes[table + 2]) << 8 + Int(bytes[table + 3]))
        return bytes
    }

    static let luma: [UInt8] = {
        var luma = [UInt8](repeating: 0, count: 32 * 16)
        #expect(qz_jpeg_luma(standard, standard.count, &luma, 32, 16) == 0)
        return luma
    }()
}

private func insertionPoint(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { MotionJPEG.tableInsertionPoint(in: $0) }
}

@Suite struct MotionJPEGTests {
    private func run(_ frames: [[UInt8]], wanted: Int) throws -> CameraRun.Result {
        let fake = FakeCamera {
            $0.offers = [.init(fourCC: "MJPG", sizes: [(32, 16)])]
            $0.events = frames.map { .frame($0) } + [.silence]
        }
        let result = try CameraRun().run(
            V4L2Camera(device: .fake, system: CameraSystem(calls: fake.calls)), frames: wanted)
        #expect(fake.isReleased)
        return result
    }

    @Test func decodesPicturesWithTablesOfTheirOwn() throws {
        let result = try run([Picture.standard, Picture.optimised], wanted: 2)
        #expect(result.frames.map(\.luma) == [Picture.luma, Picture.luma])
        #expect(result.format?.encoding == "MJPG")
    }

    @Test func decodesPicturesWithoutTables() throws {
        #expect(Picture.withoutTables.count == Picture.standard.count - 420)
        let result = try run([Picture.withoutTables], wanted: 1)
        #expect(result.frames.map(\.luma) == [Picture.luma])
    }

    @Test func tablesOfAnEarlierPictureAreNotTakenForTheStandardOnes() throws {
        let result = try run([Picture.optimised, Picture.withoutTables, Picture.optimised], wanted: 3)
        #expect(result.frames.map(\.luma) == [Picture.luma, Picture.luma, Picture.luma])
        #expect(result.lost.isEmpty)
    }

    @Test func losesPicturesThatAreCutOffOrOfAnotherSize() throws {
        var another = Picture.standard
        // The height in the frame header, which follows the marker by three bytes.
        let header = try #require(another.indices.first { another[$0] == 0xFF && another[$0 + 1] == 0xC0 })
        another[header + 6] = 24
        let frames = [
            Array(Picture.standard.dropLast(12)), another, [UInt8](repeating: 0, count: 300), [0xFF, 0xD8, 0xFF],
            Picture.standard,
        ]
        let result = try run(frames, wanted: 1)
        #expect(result.lost.prefix(3) == ["truncated JPEG", "JPEG of another size", "damaged JPEG"])
        #expect(result.lost.count == 4)
        #expect(result.frames.map(\.luma) == [Picture.luma])
    }

    @Test func showsPicturesWithStrayOrPaddingBytes() throws {
        var stray = Picture.standard
        stray.insert(contentsOf: [0x12, 0x34], at: stray.count - 2)
        let padded = Picture.standard + [UInt8](repeating: 0, count: 200)
        let result = try run([stray, padded], wanted: 2)
        #expect(result.frames.map(\.luma) == [Picture.luma, Picture.luma])
    }

    @Test func findsWhereTablesAreMissing() {
        #expect(insertionPoint(Picture.standard) == nil)
        let bytes = Picture.withoutTables
        let point = insertionPoint(bytes)
        #expect(point.map { bytes[$0 + 1] } == 0xDA)
    }

    @Test func survivesAnyTruncationAndAnyDamage() {
        let bytes = Picture.withoutTables
        for length in 0...bytes.count { _ = insertionPoint(Array(bytes.prefix(length))) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let point = insertionPoint(damaged) { #expect(point + 4 <= damaged.count) }
            damaged.withUnsafeBytes { _ = MotionJPEG.isComplete($0) }
        }
    }

    @Test func theStandardTablesAreASegmentOfTheLengthItClaims() {
        let tables = MotionJPEG.standardTables
        #expect(tables.count == 420)
        #expect(Int(tables[2]) << 8 + Int(tables[3]) == tables.count - 2)
    }
}
