import CameraFakes
import Config
import Foundation
import Frames
import Scanning
import Testing

@testable import Capture
@testable import Services

@Suite struct SourceSelectionTests {
    /// A machine without a camera.
    private static let noCameras = CameraSystem(
        calls: .system, paths: CameraPaths(devices: "/nowhere/dev", system: "/nowhere/sys", processes: "/nowhere/proc"))

    private func options() throws -> CameraOptions {
        try CameraOptions(Settings(), format: nil, memory: nil, system: Self.noCameras)
    }

    @Test func aFormatThatIsNoneIsRefusedWithItsPlace() {
        for text in ["", "1280", "1280x", "0x0", "huge"] {
            #expect(throws: (any Error).self) { try CameraOptions(Settings(), format: text, memory: nil) }
        }
        do {
            _ = try CameraOptions(Settings(), format: "huge", memory: nil)
        } catch {
            #expect("\(error)".hasPrefix("--format: ") && "\(error)".hasSuffix("not huge"))
        }
    }

    @Test func withoutACameraTheDemoStandsIn() throws {
        let (source, reason) = try SourceSelection.preferred(try options())
        #expect(source.isDemo && source.standsIn && source.camera == nil)
        #expect(reason == "No camera found: plug one in, or run `quietzone doctor`. This is a demo.")
        #expect(source.isAimed)
    }

    @Test func aCameraThatIsNotThereSaysHowToListThem() throws {
        let source = try SourceSelection(.camera("webcam"), pacing: .live, options: options())
        #expect(source.camera == "webcam" && source.stableName == nil && source.isAimed)
        do {
            _ = try source.open()
            Issue.record("a camera opened where there is none")
        } catch {
            #expect("\(error)".contains("quietzone cameras"))
        }
    }

    @Test func aSourceThatIsNoCameraIsNotChangedByCameraOptions() throws {
        let demo = try SourceSelection(.demo, pacing: .live, options: options())
        #expect(demo.changed(try options()).title == demo.title)
        #expect(demo.changed(try options()).isDemo)
    }

    @Test func aPipeCannotBeScannedTwice() throws {
        #expect(try !SourceSelection(.standardInput, pacing: .live, options: options()).canBeginAgain)
        #expect(try SourceSelection(.demo, pacing: .live, options: options()).canBeginAgain)
    }

    @Test func theFirstOpeningGivesTheSourceThatWasMadeAheadAndLaterOnesNewOnes() throws {
        let demo = try SourceSelection(.demo, pacing: .live, options: options())
        let (first, second) = (try demo.open(), try demo.open())
        #expect(first.title == second.title)
        #expect(ObjectIdentifier(first as AnyObject) != ObjectIdentifier(second as AnyObject))
    }

    @Test func picturesAreOneScanEachAndCamerasReopen() throws {
        let picture = try SourceSelection(.picture("/nowhere.png"), pacing: .complete, options: options())
        let read = picture.sessionOptions(ScanSession.Options())
        #expect(picture.isStill && !picture.isAimed && read.readsStills && !read.reopens && read.tracker.isStills)
        let camera = try SourceSelection(.camera("webcam"), pacing: .live, options: options())
        let live = camera.sessionOptions(ScanSession.Options())
        #expect(live.reopens && !live.readsStills && !live.tracker.isStills)
        #expect(read.tracker.reappearanceInterval > live.tracker.reappearanceInterval)
    }
}
