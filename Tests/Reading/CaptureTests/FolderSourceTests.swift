import Dispatch
import Files
import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct FolderSourceTests {
    @Test func aFolderBringsItsPicturesInNaturalOrder() throws {
        try withTemporaryFolder { folder in
            for (seed, name) in ["page10.pgm", "Page2.pgm", "page1.pgm", ".hidden.pgm"].enumerated() {
                try write(pgm(4, 4, seed: seed), to: folder + "/" + name)
            }
            try write(Array("not a picture".utf8), to: folder + "/page3.txt")
            try FileManager.default.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
            try write(pgm(4, 4), to: folder + "/sub/page0.pgm")
            let recorder = try Recorder()
            try recorder.run(FolderSource(path: folder, pacing: .complete))
            let origins = recorder.brought.map { $0.origin?.lastPathComponent }
            #expect(origins == ["page1.pgm", "Page2.pgm", "page10.pgm"])
            #expect(recorder.brought.map(\.sequence) == [0, 1, 2])
            #expect(recorder.skipped == ["\(folder)/page3.txt is not a picture: use PNG, JPEG, PGM or PPM"])
        }
    }

    @Test func aFolderWithoutPicturesIsAnError() throws {
        try withTemporaryFolder { folder in
            try write(Array("text".utf8), to: folder + "/a.txt")
            for pacing in [FramePacing.complete, .live] {
                let recorder = try Recorder()
                let error = #expect(throws: SourceError.self) {
                    try recorder.run(FolderSource(path: folder, pacing: pacing))
                }
                #expect(error?.description.contains("no usable picture was found") == true)
                #expect(recorder.skipped.count == (pacing == .complete ? 1 : 0))
            }
            let error = #expect(throws: SourceError.self) {
                try Recorder().run(FolderSource(path: folder + "/none", pacing: .live))
            }
            #expect(error?.description == "\(folder)/none cannot be read (No such file or directory): check the path")
        }
    }

    @Test func aLiveFolderEndsWithItsDoorbell() throws {
        try withTemporaryFolder { folder in
            try write(pgm(4, 4), to: folder + "/a.pgm")
            let recorder = try Recorder(stopAfter: 2)
            try recorder.run(FolderSource(path: folder, pacing: .live))
            #expect(recorder.brought.count == 2)
        }
    }

    @Test func aLiveFolderShowsAPictureUntilItIsToldToGoOn() throws {
        try withTemporaryFolder { folder in
            for number in 1...3 { try write(pgm(4 + number, 4), to: folder + "/page\(number).pgm") }
            try write(Array("P5 bad".utf8), to: folder + "/page2a.pgm")
            try write(Array("not a picture".utf8), to: folder + "/notes.txt")
            let recorder = try Recorder()
            let source = FolderSource(path: folder, pacing: .live)
            #expect(source.position == nil)
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                try? recorder.run(source)
                ended.signal()
            }
            func wait(until isDone: ([BroughtFrame]) -> Bool) {
                let end = ContinuousClock.now + .seconds(120)
                while !isDone(recorder.brought), ContinuousClock.now < end { usleep(5000) }
                #expect(isDone(recorder.brought))
            }
            func waitForWidth(_ width: Int) { wait { $0.last?.width == width } }
            wait { $0.count >= 4 }
            #expect(recorder.brought.allSatisfy { $0.width == 5 }, "it stays")
            #expect(
                source.position
                    == PicturePosition(
                        number: 1, count: 4, path: folder + "/page1.pgm", page: 0, isOneOfSeveral: false))
            #expect(!source.go(by: -1), "there is none before the first")
            #expect(source.go(by: 1))
            waitForWidth(6)
            #expect(source.position?.number == 2)
            // The damaged one is told, left out, and passed over in the direction of the step.
            #expect(source.go(by: 1))
            waitForWidth(7)
            #expect(
                source.position
                    == PicturePosition(
                        number: 3, count: 3, path: folder + "/page3.pgm", page: 0, isOneOfSeveral: false))
            #expect(recorder.skipped.count == 1)
            #expect(!source.go(by: 1), "there is none behind the last")
            #expect(source.go(by: -2))
            waitForWidth(5)
            recorder.stop.ring()
            #expect(ended.wait(timeout: .now() + 120) == .success)
        }
    }

    @Test func severalPicturesAreShownInTheOrderGiven() throws {
        try withTemporaryFolder { folder in
            for number in 1...2 { try write(pgm(4 + number, 4), to: folder + "/\(number).pgm") }
            let recorder = try Recorder()
            try recorder.run(FolderSource(pictures: [folder + "/2.pgm", folder + "/1.pgm"], pacing: .complete))
            #expect(recorder.brought.map(\.width) == [6, 5])
        }
    }

    @Test func aTreeIsWalkedInTheOrderOfNames() throws {
        try withTemporaryFolder { folder in
            for path in ["b/10.pgm", "b/9.pgm", "a.pgm", "c.pgm", ".hidden.pgm", ".git/x.pgm", "b/.x/y.pgm"] {
                let whole = folder + "/" + path
                try #require(Folder.make(Folder.parent(of: whole) ?? "/") == 0)
                try write(pgm(2, 2), to: whole)
            }
            try write(Array("text".utf8), to: folder + "/b/notes.txt")
            // A link that leads back up would be walked for ever.
            try #require(symlink("..", folder + "/b/up") == 0)
            let tree = PictureTree(at: folder)
            #expect(tree.pictures == ["/a.pgm", "/b/9.pgm", "/b/10.pgm", "/c.pgm"].map { folder + $0 })
            #expect(tree.others == [folder + "/b/notes.txt"])
            #expect(tree.problems.isEmpty)
            #expect(PictureTree(at: folder + "/none").problems.count == 1)
        }
    }
}
