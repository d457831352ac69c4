import Doors
import Files
import Formats
import Foundation
import Services
import Surface
import Testing

@testable import FullScreen

/// A door on the screen of the whole program: nobody is let in unseen, or by a door that nobody has chosen.
@Suite struct DoorAppTests {
    /// Runs the program with the door of an event for which the tickets A, B and C are on the list.
    private func run(_ door: String?, _ body: (TestedApp, DoorStore) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quietzone-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var event = DoorEvent(name: "Movie night")
        (event.doors, event.foreign) = (["North", "South"], [.listedCode])
        let store = try DoorStore(path: folder + "/movie.door", event: event)
        _ = try store.take(at: Timestamp(Date()), by: "") { take in
            for number in ["A", "B", "C"] { try take(Guest(number: number)) }
        }
        let opening = DoorOpening(event: store.path, door: door, checker: "Ana")
        try TestedApp.run(in: folder, door: opening) { try body($0, store) }
    }

    /// What was decided, the oldest first: `welcome A South`.
    private func decided(_ store: DoorStore) throws -> [String] {
        try LoopThread.excuse {
            try store.log(limit: 100).reversed().compactMap { line in
                line.ticket.map { "\(line.event) \($0) \(line.door)" }
            }
        }
    }

    private func inView(_ app: TestedApp) -> Int {
        app.scanner.app.model.picture.symbols.count { $0.state != .awaiting }
    }

    @Test func noTicketIsDecidedBeforeADoorIsChosen() throws {
        try run(nil) { app, store in
            try app.wait(for: "Which door is this?")
            app.source.show(["A"])
            try app.wait(until: { _ in inView(app) == 1 }, "the ticket in view")
            app.press(.escape)
            try app.wait(for: "NO DOOR CHOSEN")
            app.source.show(["A", "B"])
            try app.wait(until: { _ in inView(app) == 2 }, "both tickets in view")
            // Nor is anybody let in by hand.
            app.press(.character("/"))
            try app.wait(for: "Which door is this?")
            #expect(try decided(store) == [])
            // What is still shown counts now.
            app.press(.down, .enter)
            try app.wait(for: "2 inside")
            let decisions = try decided(store).sorted()
            #expect(decisions == ["welcome A South", "welcome B South"])
        }
    }

    @Test func whileAnotherDoorIsAskedForNothingIsDecided() throws {
        try run("North") { app, store in
            try app.wait(for: "READY")
            app.press(.function(3))
            try app.wait(for: "Which door is this?")
            app.source.show(["A"])
            try app.wait(until: { _ in inView(app) == 1 }, "the ticket in view")
            app.source.show([])
            try app.wait(until: { _ in inView(app) == 0 }, "no ticket in view")
            app.press(.escape)
            // Shown again it is decided, however soon that is.
            #expect(try decided(store) == [])
            app.source.show(["A"])
            try app.wait(for: "1 inside")
            #expect(try decided(store) == ["welcome A North"])
        }
    }

    /// Two tickets that stay in view during the question are not shown again after it.
    @Test func whileAnotherDoorIsAskedForItIsKnownWhatIsInView() throws {
        try run("North") { app, _ in
            try app.wait(for: "READY")
            let doors = try #require(app.scanner.app.features.features.compactMap { $0 as? DoorFeature }.first)
            let desk = try #require(doors.doors.desk)
            app.press(.function(3))
            try app.wait(for: "Which door is this?")
            app.source.show(["A"])
            try app.wait(until: { _ in inView(app) == 1 }, "the ticket in view")
            // What was in view before comes back after three seconds.
            let code = Array("A".utf8)
            #expect(desk.inView([code], at: Timestamp(Date() + 3)) == [code])
        }
    }

    /// A still picture shows nothing new after the door has opened.
    @Test func aTicketThatWasInViewBeforeTheDoorOpenedIsDecided() throws {
        try run("North") { app, store in
            try app.wait(for: "READY")
            app.press(.escape)
            try app.wait(for: "Close the door?")
            app.press(.character("y"))
            try app.wait(until: { !$0.contains("READY") }, "no door")
            app.source.show(["A"])
            try app.wait(until: { _ in inView(app) == 1 }, "the ticket in view")
            let doors = try #require(app.scanner.app.features.features.compactMap { $0 as? DoorFeature }.first)
            doors.openDoor(store.path, door: "North")
            try app.wait(for: "1 inside")
            #expect(try decided(store) == ["welcome A North"])
        }
    }

    /// Who was let in and stands there still has used no ticket twice.
    @Test func aTicketThatStaysInViewIsNotShownToTheNextDoor() throws {
        try run("North") { app, store in
            try app.wait(for: "READY")
            app.source.show(["A"])
            try app.wait(for: "1 inside")
            app.press(.function(3))
            try app.wait(for: "Which door is this?")
            app.press(.down, .enter)
            try app.wait(for: "Movie night · South")
            app.source.show(["A", "B"])
            try app.wait(for: "2 inside")
            #expect(try decided(store) == ["welcome A North", "welcome B South"])
        }
    }

    @Test func guestsAreFoundWithEachKey() throws {
        try run("North") { app, store in
            try app.wait(for: "READY")
            app.press(.character("/"))
            try app.wait(until: { $0.contains("Which guest?") && $0.contains("  C") }, "all guests")
            app.type("b")
            try app.wait(until: { $0.contains("  B") && !$0.contains("  C") }, "the guest with that number")
            app.press(.enter)
            try app.wait(for: "Admits B.")
            // No reason has to be given.
            app.press(.enter)
            try app.wait(for: "1 inside")
            #expect(try decided(store) == ["admitted-by-hand B North"])
        }
    }

    @Test func aVerdictIsSeenOverListsAndQuestionsAndCountsAreUpToDate() throws {
        try run("North") { app, _ in
            try app.wait(for: "READY")
            app.press(.character("%"))
            try app.wait(for: "Movie night: counts")
            app.source.show(["A"])
            try app.wait(for: "ticket A")
            try app.wait(until: { $0.contains("tickets           1; 3 on the list") }, "the counts of now")
            app.press(.escape, .character("V"))
            try app.wait(for: "log, newest first")
            app.source.show(["B"])
            try app.wait(until: { $0.contains("welcome  B") }, "the line of now")
            app.press(.escape, .character("/"))
            try app.wait(for: "Which guest?")
            app.source.show(["C"])
            try app.wait(until: { $0.contains("ticket C") && $0.contains("Which guest?") }, "the third verdict")
            app.type("Silva")
            try app.wait(for: "Someone else: “Silva”")
        }
    }
}
