@testable import Doors
@testable import FullScreen
@testable import Services
import CertificateWorkshop
import Formats
import Foundation
import Symbols
import Testing
import Tickets

/// What counts as one showing of a code before a camera, and what as the next.
@Suite struct DoorDeskTests {
    private let desk: DoorDesk

    init() throws {
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Movie night"))
        _ = try store.take(at: Timestamp(milliseconds: 0), by: "") { take in
            for number in ["A", "B"] { try take(Guest(number: number)) }
        }
        desk = try DoorDesk(store, door: nil, keys: DoorKeys(TicketKeyRing()))
    }

    private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_800_000_000_000 + milliseconds) }

    private func show(_ text: String, at milliseconds: Int64) throws -> DoorVerdict.Kind? {
        let content = SymbolContent(symbology: .qrCode, bytes: Array(text.utf8), text: text, charset: "UTF-8")
        return try desk.show(content, at: time(milliseconds), by: "Ana", isLive: true)?.verdict.kind
    }

    private func inView(_ texts: String..., at milliseconds: Int64) -> Set<[UInt8]> {
        desk.inView(texts.map { Array($0.utf8) }, at: time(milliseconds))
    }

    @Test func aTicketThatStaysIsShownOnce() throws {
        #expect(try show("A", at: 0) == .welcome)
        for frame in 1...300 { #expect(inView("A", at: Int64(frame) * 33).isEmpty) }
        #expect(try show("A", at: 10_000) == nil)
        #expect(try show("A", at: 20_000) == .alreadyUsed)
    }

    @Test func aTicketThatComesBackAfterAnotherIsShownAnew() throws {
        _ = inView("A", at: 0)
        #expect(try show("A", at: 0) == .welcome)
        _ = inView("A", at: 500)
        _ = inView("B", at: 1500)
        #expect(try show("B", at: 1500) == .welcome)
        #expect(inView("B", at: 2000).isEmpty)
        #expect(inView("A", at: 3000) == [Array("A".utf8)])
        #expect(try show("A", at: 3000) == .alreadyUsed)
        #expect(inView("A", at: 3033).isEmpty)
    }

    @Test func twoTicketsSideBySideAreEachShownOnce() throws {
        _ = inView("A", "B", at: 0)
        #expect(try show("A", at: 0) == .welcome)
        #expect(try show("B", at: 0) == .welcome)
        for frame in 1...300 {
            // One is lost for a moment now and then.
            let milliseconds = Int64(frame) * 33
            let back = frame % 50 < 20 ? inView("B", at: milliseconds) : inView("A", "B", at: milliseconds)
            #expect(back.isEmpty, "\(frame)")
        }
    }

    @Test func aTicketMayBeShownOnceMoreWhenTheDoorWasMadeReady() throws {
        #expect(try show("A", at: 0) == .welcome)
        desk.beReady()
        #expect(try show("A", at: 1000) == .alreadyUsed)
    }

    @Test func rulesThatChangeCountAtOnce() throws {
        #expect(try show("A", at: 0) == .welcome)
        try desk.store.change(at: time(1000), by: "") { $0.admission = .times(2) }
        #expect(try show("A", at: 60_000) == .welcome)
        #expect(desk.event.admission == .times(2))
    }

    /// A key that ends, or is taken away, ends at a door that is open; one that comes counts there.
    @Test func keysAreReadAgainWhenTheirFilesChange() throws {
        let workshop = try Workshop()
        let folder = workshop.path("keys")
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Movie night"))
        let desk = try DoorDesk(store, door: nil, keys: DoorKeys(folder: folder, trusted: workshop.path("trusted")))
        let key = try TicketKey.new(.ed25519, id: try #require(TicketKeyID("a")))
        func verdict(_ serial: String) throws -> DoorVerdict.Kind? {
            let ticket = try TicketText(time: time(0), seat: "", serial: serial)
            let code = try key.code(of: ticket)
            let content = SymbolContent(symbology: .qrCode, bytes: Array(code.utf8), text: code, charset: "UTF-8")
            return try desk.show(content, at: time(0), by: "", isLive: false)?.verdict.kind
        }
        #expect(try verdict("1") == .unknownKey)
        let file = try TicketKeyRing.write(key, folder: folder)
        #expect(try verdict("1") == .welcome)
        // The event stays as it was made.
        #expect(try store.event().isSigned == nil)
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try verdict("2") == .unknownKey)
        #expect(desk.problems.count == 1)
        try FileManager.default.removeItem(atPath: file)
        #expect(try verdict("2") == .unknownKey)
        #expect(desk.problems.isEmpty)
    }

    /// A file of an older version, whose doors asked at each opening whether keys sign the tickets.
    @Test func aDoorOfAnOlderVersionTurnsAwayUnsignedCodesWhereItDid() throws {
        let key = try TicketKey.new(.ed25519, id: try #require(TicketKeyID("k1")))
        func desk(_ keys: [TicketKey]) throws -> DoorDesk {
            let store = try DoorStore(path: nil, event: DoorEvent(name: "Party"))
            _ = try store.take(at: time(0), by: "") { take in try take(Guest(number: "B2")) }
            try store.writing { db in try DoorStore.set(db, "signing", "not fixed") }
            return try DoorDesk(store, door: nil, keys: DoorKeys(TicketKeyRing(keys)))
        }
        func verdict(_ desk: DoorDesk) throws -> DoorVerdict.Kind? {
            let content = SymbolContent(symbology: .qrCode, bytes: Array("B2".utf8), text: "B2", charset: "UTF-8")
            return try desk.show(content, at: time(0), by: "", isLive: false)?.verdict.kind
        }
        let signed = try desk([key])
        #expect(try verdict(signed) == .notSigned)
        let remark = try #require(DoorFeature.problem(of: signed, guests: 1))
        #expect(remark.contains("unsigned codes on its guest list are turned away"))
        #expect(remark.contains("quietzone door set EVENT --accept list"))
        let listed = try desk([])
        #expect(try verdict(listed) == .welcome)
        #expect(listed.remark(guests: 1) == nil)
    }

    /// An event of a list, beside which a key was made later.
    @Test func aDoorThatLetsInBothKindsOfCodesSaysSo() throws {
        let key = try TicketKey.new(.ed25519, id: try #require(TicketKeyID("k1")))
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Party"))
        let desk = try DoorDesk(store, door: nil, keys: DoorKeys(TicketKeyRing([key])))
        let remark = try #require(desk.remark(guests: 1))
        #expect(remark.contains("admitted here without a signature") && remark.contains("--key k1"))
        #expect(desk.remark(guests: 0) == nil)
    }

    /// The line names the door, not the event's file.
    @Test func theOnlyDoorOfAnEventIsCalledByItsName() {
        var event = DoorEvent(name: "Movie night")
        #expect(DoorFeature.remark(onOnlyDoorOf: event) == "Movie night has only one door: Door")
        event.doors = ["North"]
        #expect(DoorFeature.remark(onOnlyDoorOf: event) == "Movie night has only one door: North")
        event.doors = ["North", "South"]
        #expect(DoorFeature.remark(onOnlyDoorOf: event) == nil)
    }

    /// It is refused whole: half of a list would turn the other guests away.
    @Test func aListThatIsTooLargeForTheScreenIsRefused() throws {
        let workshop = try Workshop()
        let path = workshop.path("guests.csv")
        try Data("number\n1\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try DoorFeature.guests(path).guests.map(\.number) == ["1"])
        // Sparse: it takes no room.
        #expect(truncate(path, (64 << 20) + 1) == 0)
        do {
            _ = try DoorFeature.guests(path)
            Issue.record("a list is cut silently")
        } catch {
            #expect("\(error)".hasSuffix("is larger than 64 MiB: use `quietzone door import`"))
        }
    }

    @Test func eachCheckHasAFigureOfItsOwnOnTheScreen() {
        let figures = DoorVerdict.Kind.allCases.map(\.sign.figure)
        #expect(Set(figures).count == DoorVerdict.Kind.allCases.count)
    }
}
