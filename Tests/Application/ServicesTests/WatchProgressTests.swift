@testable import Services
import Foundation
import Frames
import Scanning
import Symbols
import Testing

@Suite struct WatchProgressTests {
    private final class Output {
        var shown: [String?] = []
        var complaints: [String] = []
    }

    private let output = Output()
    private let scan: Scan = {
        let corner = Point(x: 0, y: 0)
        return Scan(
            time: Date(), source: "a",
            symbol: Symbol(
                content: SymbolContent(symbology: .qrCode, text: "a"),
                corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)))
    }()
    private let loss = SourceError("The camera is gone.")

    private func progress(endsAfter: Int? = nil, isStill: Bool = false) -> WatchProgress {
        WatchProgress(endsAfter: endsAfter, isStill: isStill) { [output] in
            output.shown.append($0.scan.symbol.content.text)
        } complain: { [output] in
            output.complaints.append($0)
        }
    }

    /// The final result of `progress` after these events.
    private func outcome(
        _ events: [ScanSession.Event], _ progress: WatchProgress, hasUnkept: Bool = false
    ) -> ScanWatch.Outcome? {
        var progress = progress
        for event in events {
            if let outcome = progress.take(event, hasUnkept: { hasUnkept }) { return outcome }
        }
        return nil
    }

    @Test func aSourceWithoutSymbolsEndsWithNothing() {
        #expect(outcome([.ended(nil)], progress()) == .nothing)
    }

    @Test func aSourceWithASymbolEndsWithIt() {
        #expect(outcome([.scan(scan, .seen), .ended(nil)], progress()) == .found)
        #expect(output.shown == ["a"])
    }

    @Test func aSymbolAloneEndsNothing() { #expect(outcome([.scan(scan, .seen)], progress()) == nil) }

    @Test func theFirstSymbolEndsAWatchForOne() {
        #expect(outcome([.scan(scan, .kept(id: 1)), .scan(scan, .kept(id: 2))], progress(endsAfter: 1)) == .found)
        #expect(output.shown.count == 1)
    }

    @Test func aFirstSymbolThatIsNotKeptIsTrouble() {
        #expect(outcome([.scan(scan, .waiting(reason: "full"))], progress(endsAfter: 1)) == .trouble)
        #expect(output.complaints == ["not saved in the history yet: full"])
    }

    @Test func scansThatStayUnkeptAreTrouble() {
        #expect(outcome([.scan(scan, .seen), .ended(nil)], progress(), hasUnkept: true) == .trouble)
    }

    @Test func anErrorAtTheEndIsTrouble() {
        #expect(outcome([.scan(scan, .seen), .ended(loss)], progress()) == .trouble)
        #expect(output.complaints == [loss.description])
    }

    @Test func aSkippedPictureIsTroubleAtTheEnd() {
        #expect(outcome([.skipped("a.png"), .scan(scan, .seen), .ended(nil)], progress()) == .trouble)
    }

    @Test func aDamagedPictureWithoutSymbolsIsTrouble() {
        let events: [ScanSession.Event] = [.damaged("cut short", hasSymbols: false), .scan(scan, .seen), .ended(nil)]
        #expect(outcome(events, progress(isStill: true)) == .trouble)
    }

    @Test func aDamagedFrameOfAStreamIsForgivenWhenAnotherIsRead() {
        #expect(
            outcome([.damaged("cut short", hasSymbols: false), .scan(scan, .seen), .ended(nil)], progress()) == .found)
    }

    @Test func aDamagedStreamWithoutSymbolsIsTrouble() {
        #expect(outcome([.damaged("cut short", hasSymbols: false), .ended(nil)], progress()) == .trouble)
    }

    @Test func aSourceThatNeverOpenedIsTroubleAtOnce() {
        #expect(outcome([.interrupted(loss)], progress()) == .trouble)
    }

    @Test func aSourceThatIsLostIsWaitedFor() {
        let format = FrameFormat(width: 4, height: 4, encoding: "GREY")
        #expect(outcome([.streaming(format), .interrupted(loss), .interrupted(loss)], progress()) == nil)
        #expect(output.complaints == ["The camera is gone. Waiting for it to come back."])
    }

    @Test func timeThatIsOverEndsWithWhatWasFound() {
        var progress = progress()
        #expect(progress.outcome == .nothing)
        _ = progress.take(.scan(scan, .seen), hasUnkept: { false })
        #expect(progress.outcome == .found)
    }

    @Test func aPhoneIsInvitedOnceAtLength() {
        let invitation = SourceInvitation(address: "https://192.168.1.5:8443/x", fingerprint: [1, 2])
        var invited: [(SourceInvitation?, Bool)] = []
        var progress = WatchProgress(isStill: false, show: { _ in }, complain: { _ in })
        progress.invite = { invited.append(($0, $1)) }
        for event in [invitation, nil, invitation].map(ScanSession.Event.invitation) {
            #expect(progress.take(event, hasUnkept: { false }) == nil)
        }
        #expect(invited.map(\.0) == [invitation, nil, invitation] && invited.map(\.1) == [true, false, false])
        #expect(InvitationText.words(invitation).contains("  https://192.168.1.5:8443/x"))
    }
}
