import Capture
import Files
import Foundation
import Frames
import History
import Preview
import Symbols
import Synchronization
import Testing

@testable import Services

@Suite struct ScanPicturesTests {
    private let program: Program
    private let history: HistoryStore
    private let complaints = Complaints()
    private var folder: String { program.folder.path + "/pictures/Quietzone" }

    private final class Complaints: Sendable {
        let lines = Mutex<[String]>([])
    }

    init() throws {
        program = try Program()
        history = try HistoryStore.open(at: program.folder.path + "/history.sqlite")
    }

    private func pictures() -> ScanPictures {
        ScanPictures(saving: PictureSaving(folder: folder, format: .png), history: history) { [complaints] line in
            complaints.lines.withLock { $0.append(line) }
        }
    }

    private func addScan() throws -> Int64 {
        let place = Point(x: 0, y: 0)
        return try history.add(
            Scan(
                time: Date(), source: "x",
                symbol: Symbol(
                    content: SymbolContent(symbology: .qrCode, text: "x"),
                    corners: Quadrilateral(topLeft: place, topRight: place, bottomRight: place, bottomLeft: place)))
        ).id
    }

    private func frame(width: Int = 4, height: Int = 3) throws -> Frame {
        guard let draft = try FramePool(slots: 1).draft(width: width, height: height) else {
            throw UserError("no frame")
        }
        return draft.finish(sequence: 0)
    }

    @Test func isTurnedAsItIsSeen() throws {
        let pictures = pictures()
        pictures.orientation = Orientation(quarterTurns: 1)
        let id = try addScan()
        let picture = try #require(pictures.take(try frame(), from: "cam"))
        // The settings at the time of the frame apply.
        pictures.orientation = .upright
        picture.link([id])
        pictures.finish()
        let path = try #require(try history.entry(id)?.picture)
        #expect(complaints.lines.withLock { $0.isEmpty })
        #expect(program.pictures == [path])
        let header = try Data(contentsOf: URL(fileURLWithPath: path)).subdata(in: 16..<24)
        #expect(Array(header) == [0, 0, 0, 3, 0, 0, 0, 4], "IHDR: width and height")
    }

    @Test func isSavedOnceForAllItsScans() throws {
        let pictures = pictures()
        let ids = try (0..<3).map { _ in try addScan() }
        let picture = try #require(pictures.take(try frame(), from: "cam"))
        picture.link([ids[0]])
        picture.link([ids[1], ids[2]])
        pictures.finish()
        #expect(program.pictures.count == 1)
        for id in ids { #expect(try history.entry(id)?.picture == program.pictures.first) }
    }

    @Test func isNotLeftWhenItsScanWasDeletedMeanwhile() throws {
        let pictures = pictures()
        let id = try addScan()
        let picture = try #require(pictures.take(try frame(), from: "cam"))
        try history.delete(.ids([id]))
        picture.link([id])
        pictures.finish()
        #expect(program.pictures.isEmpty)
        #expect(complaints.lines.withLock { $0.isEmpty })
    }

    @Test func heldPicturesAreBoundedAndReleasedOnesMakeRoom() throws {
        let pictures = pictures()
        var held: [Any] = []
        for _ in 0..<8 { held.append(try #require(pictures.take(try frame(), from: "cam"))) }
        #expect(pictures.take(try frame(), from: "cam") == nil)
        #expect(complaints.lines.withLock { $0.count } == 1)
        held = []
        #expect(pictures.take(try frame(), from: "cam") != nil)
    }

    @Test func whatCannotBeSavedIsSaidInALineAndMakesRoom() throws {
        _ = try program.file("pictures/Quietzone", [])
        let pictures = pictures()
        for _ in 0..<10 {
            let id = try addScan()
            try #require(pictures.take(try frame(), from: "cam")).link([id])
            pictures.finish()
            #expect(try history.entry(id)?.picture == nil)
        }
        #expect(complaints.lines.withLock { $0.count } == 10)
        #expect(complaints.lines.withLock { $0.allSatisfy { $0.contains("cannot be created") } })
    }
}

@Suite struct KeptPicturesTests {
    @Test func onlyFilesOfOurNamesInOurFolderAreOurs() throws {
        let program = try Program()
        let kept = KeptPictures(folder: program.folder.path + "/pictures/Quietzone")
        let ours = try program.file("pictures/Quietzone/quietzone-20261121-115218-2.jpg", [1])
        let others = try [
            "pictures/Quietzone/holiday.jpg", "pictures/Quietzone/quietzone-1.txt",
            "pictures/Quietzone/sub/quietzone-1.jpg",
            "pictures/quietzone-1.jpg", "pictures/Quietzone-2/quietzone-1.jpg",
        ].map { try program.file($0, [1]) }
        let climbing = program.folder.path + "/pictures/Quietzone/quietzone-/../../quietzone-1.jpg"
        let gone = program.folder.path + "/pictures/Quietzone/quietzone-3.png"
        let folder = program.folder.path + "/pictures/Quietzone/quietzone-4.png"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let result = kept.delete([ours, climbing, gone, folder, ""] + others)
        #expect(result.deleted == 1)
        #expect(!FileManager.default.fileExists(atPath: ours))
        #expect(Set(result.staying.map(\.path)) == Set([climbing, folder, ""] + others))
        #expect(others.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    }

    @Test func aLinkIsDeletedNotWhatItPointsTo() throws {
        let program = try Program()
        let target = try program.file("notes.txt", [1])
        _ = try program.file("p/x", [])
        let link = program.folder.path + "/p/quietzone-1.png"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(KeptPictures(folder: program.folder.path + "/p").delete([link]).deleted == 1)
        #expect(FileManager.default.fileExists(atPath: target))
    }
}
