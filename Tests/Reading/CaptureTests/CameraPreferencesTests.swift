import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct CameraPreferencesTests {
    private let folders = Folders()

    /// Temporary folders for one test, not created yet; removed with their contents.
    private final class Folders {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID().uuidString)")
        deinit { try? FileManager.default.removeItem(at: root) }
    }

    private func path() -> String { folders.root.appendingPathComponent("\(UUID().uuidString)/cameras.json").path }

    private func read(_ text: String) throws -> CameraPreferencesFile {
        let path = path()
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return CameraPreferencesFile(at: path)
    }

    @Test func keepsWhatWasChosenFromRunToRun() throws {
        let path = path()
        let file = CameraPreferencesFile(at: path)
        #expect(file.current == CameraPreferences())
        #expect(file.problem == nil)
        try file.change { $0.chosen = "usb-Acme_Cam-video-index0" }
        try file.change("usb-Acme_Cam-video-index0") { $0.controls["brightness"] = -12 }
        try file.change("usb-Acme_Cam-video-index0") { $0.focusesNear = true }
        let next = CameraPreferencesFile(at: path)
        #expect(next.current == file.current)
        #expect(next.current.chosen == "usb-Acme_Cam-video-index0")
        #expect(next.settings(of: "usb-Acme_Cam-video-index0").controls == ["brightness": -12])
        #expect(next.settings(of: "usb-Acme_Cam-video-index0").focusesNear == true)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let folder = (path as NSString).deletingLastPathComponent
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["cameras.json"])
    }

    @Test func aCameraOfWhichNothingIsLeftIsForgotten() throws {
        let file = CameraPreferencesFile(at: path())
        try file.change("a") { $0.controls["gain"] = 1 }
        try file.change("a") { $0.controls = [:] }
        #expect(file.current.cameras.isEmpty)
    }

    @Test(arguments: [
        "", "[]", "null", "{", #"{"chosen": "#, String(repeating: "[", count: 100_000), "\u{0}\u{1}",
        String(repeating: " ", count: (256 << 10) + 1),
    ])
    func aFileThatIsNoneOfOursIsEmptyAndReplaced(text: String) throws {
        let file = try read(text)
        #expect(file.current == CameraPreferences())
        #expect(file.problem != nil)
        try file.change { $0.chosen = "cam" }
        #expect(CameraPreferencesFile(at: file.path).current.chosen == "cam")
    }

    @Test func whatMakesNoSenseIsLeftOut() throws {
        let long = String(repeating: "x", count: 300)
        let file = try read(
            """
            {"chosen": "\\u202Eevil", "unknown": [1], "cameras": {"\(long)": {}, "": {},
             "a": {"controls": {"gain": 3, "\(long)": 1}, "format": 7}, "b": {"controls": {"gain": 1.5}}, "c": 5}}
            """)
        // An entry of the wrong type invalidates its table only.
        #expect(file.current.chosen == nil)
        #expect(file.problem == nil)
        #expect(file.current.cameras.isEmpty)
        let fair = try read(
            #"{"chosen": 4, "cameras": {"a": {"controls": {"gain": 3, "\#(long)": 1}, "format": 7, "focusesNear": "yes"}, "b\n": {}}}"#
        )
        var expected = CameraSettings()
        expected.controls = ["gain": 3]
        #expect(fair.current.cameras == ["a": expected])
    }

    @Test func aMirrorThatWasTurnedOffStaysOff() throws {
        let file = CameraPreferencesFile(at: path())
        try file.change("a") { $0.isMirrored = false }
        try file.change("b") { $0.readsInLight = true }
        let next = CameraPreferencesFile(at: file.path)
        #expect(next.settings(of: "a").isMirrored == false)
        #expect(next.settings(of: "b").readsInLight == true)
        #expect(next.settings(of: "b").isMirrored == nil)
        #expect(next.settings(of: "a").readsInLight == nil)
    }

    @Test func aCameraThatFacesTheUserIsAMirrorUnlessTheyChoseOtherwise() {
        var settings = CameraSettings()
        #expect(settings.isMirrored(facesUser: true))
        #expect(!settings.isMirrored(facesUser: false))
        for (facesUser, choice) in [(true, false), (false, true)] {
            settings.mirror(choice, facesUser: facesUser)
            #expect(settings.isMirrored(facesUser: true) == choice)
            #expect(settings.isMirrored(facesUser: false) == choice)
            settings.mirror(!choice, facesUser: facesUser)
            #expect(settings == CameraSettings())
        }
        settings.mirror(false, facesUser: nil)
        #expect(!settings.isMirrored(facesUser: true))
    }

    @Test func noMoreIsKeptThanTheLimits() throws {
        let cameras = (0..<500).map { "\"cam\($0)\": {\"format\": \"low\"}" }.joined(separator: ",")
        #expect(try read("{\"cameras\": {\(cameras)}}").current.cameras.count == CameraPreferences.maxCameras)
    }

    @Test func aFolderThatCannotBeMadeIsSaid() {
        let file = CameraPreferencesFile(at: "/proc/nowhere/cameras.json")
        #expect(throws: SourceError("Cameras cannot be remembered: /proc/nowhere/cameras.json cannot be written.")) {
            try file.change { $0.chosen = "cam" }
        }
        #expect(file.current.chosen == "cam")
    }
}
