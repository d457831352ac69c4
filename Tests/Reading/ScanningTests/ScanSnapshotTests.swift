import Foundation
import Symbols
import Synchronization
import Testing

@testable import Scanning

/// Pictures that record the scans linked to them.
final class Album: Sendable {
    struct Link: Equatable {
        var sequence: UInt64
        var ids: [Int64]
    }

    private let noted = Mutex<[Link]>([])
    private let there = Mutex(0)

    /// What was linked, in order.
    var links: [Link] { noted.withLock { $0 } }
    /// The number of pictures that have not been released.
    var held: Int { there.withLock { $0 } }

    /// The picture of the frame with this number.
    func picture(of sequence: UInt64) -> any ScanSnapshot { Picture(sequence, self) }

    private final class Picture: ScanSnapshot {
        private let sequence: UInt64
        private let album: Album

        init(_ sequence: UInt64, _ album: Album) {
            (self.sequence, self.album) = (sequence, album)
            album.there.withLock { $0 += 1 }
        }

        deinit { album.there.withLock { $0 -= 1 } }

        func link(_ ids: [Int64]) { album.noted.withLock { $0.append(Link(sequence: sequence, ids: ids)) } }
    }
}

@Suite struct ScanSnapshotTests {
    @Test func pictureCountIsBounded() {
        struct DiskFull: Error {}
        let isFull = Mutex(true)
        let album = Album()
        let queue = ScanRetryQueue { scan in
            if isFull.withLock({ $0 }) { throw DiskFull() }
            return .kept(id: Int64(scan.source) ?? 0)
        }
        let start = ContinuousClock.now
        let place = Point(x: 0, y: 0)
        let symbol = Symbol(
            content: SymbolContent(symbology: .qrCode, text: "x"),
            corners: Quadrilateral(topLeft: place, topRight: place, bottomRight: place, bottomLeft: place))
        for number in 1...10 {
            let track = UInt64(number)
            _ = queue.keep(Scan(time: Date(), source: "\(number)", symbol: symbol), of: track, at: start)
            queue.attach(album.picture(of: track))
            queue.finishFrame(tracksInView: [track])
        }
        #expect(album.held == 4)
        isFull.withLock { $0 = false }
        #expect(queue.retry(at: start + .seconds(3)).count == 10)
        #expect(album.links == (1...4).map { Album.Link(sequence: UInt64($0), ids: [Int64($0)]) })
        #expect(album.held == 0)
    }
}
