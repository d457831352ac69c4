import Dispatch
import Frames
import Grading
import History
import Scanning
import Symbols
import Synchronization

/// Grades the print quality of each new scan, and keeps the grade with it.
///
///     consumers.append(ScanGrading(in: history) { Output.complain($0) })   // behind the queue that keeps scans
///
/// The part of the frame around the symbol is copied on the decoding thread; it is graded on a queue of its own. What cannot be graded has
/// no grade, nor has a scan that waits to be kept, or that comes while too many wait to be graded.
package final class ScanGrading: ScanConsumer {
    /// A symbol in its part of a frame.
    private struct Part: Sendable {
        let symbol: Symbol
        let luma: [UInt8]
        let width: Int
        let height: Int
        /// The scan's number.
        let id: Int64
    }

    private let history: HistoryStore
    private let complain: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "quietzone.scan-grading", qos: .utility)
    private let waiting = Mutex(0)

    /// Bytes of parts of frames in memory, at most: hundreds of labels, or a few that fill a large frame.
    private static let maximumWaiting = 64 << 20
    /// What is copied around a symbol, as a part of its size: quiet zones, and where readers know a part of the bars only.
    private static let margin = 0.5

    /// Grades scans that are kept in `history`; `complain` gets a line for a grade that cannot be kept.
    package init(in history: HistoryStore, complain: @escaping @Sendable (String) -> Void) {
        (self.history, self.complain) = (history, complain)
    }

    /// Copies the symbols that are kept for the first time; the others are graded already.
    package func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        for element in scans.elements {
            guard case .kept(let id)? = element.fate,
                let part = Self.part(of: scans.frame, around: element.scan.symbol, id: id)
            else { continue }
            let isTaken = waiting.withLock { waiting in
                guard waiting == 0 || waiting + part.luma.count <= Self.maximumWaiting else { return false }
                waiting += part.luma.count
                return true
            }
            guard isTaken else { continue }
            queue.async { [self] in
                grade(part)
                waiting.withLock { $0 -= part.luma.count }
            }
        }
    }

    /// Waits until every scan is graded.
    package func finish() { queue.sync {} }

    private static func part(of frame: Frame, around symbol: Symbol, id: Int64) -> Part? {
        guard PrintGrade.symbologies.contains(symbol.content.symbology) else { return nil }
        let corners = symbol.corners.corners
        let around = symbol.corners.diameter * margin
        func range(_ values: [Double], _ limit: Int) -> Range<Int> {
            let least = max(0, min(Double(limit), (values.min() ?? 0) - around))
            let most = max(least, min(Double(limit), (values.max() ?? 0) + around))
            return Int(least)..<Int(most)
        }
        guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let (columns, rows) = (range(corners.map(\.x), frame.width), range(corners.map(\.y), frame.height))
        guard columns.count > 1, rows.count > 1 else { return nil }
        var luma: [UInt8] = []
        luma.reserveCapacity(columns.count * rows.count)
        frame.withLuma { pixels in
            pixels.withUnsafeBufferPointer { pixels in
                for row in rows {
                    luma += pixels[row * frame.width + columns.lowerBound..<row * frame.width + columns.upperBound]
                }
            }
        }
        func moved(_ point: Point) -> Point {
            Point(x: point.x - Double(columns.lowerBound), y: point.y - Double(rows.lowerBound))
        }
        let place = Quadrilateral(
            topLeft: moved(symbol.corners.topLeft), topRight: moved(symbol.corners.topRight),
            bottomRight: moved(symbol.corners.bottomRight), bottomLeft: moved(symbol.corners.bottomLeft))
        return Part(
            symbol: Symbol(content: symbol.content, corners: place), luma: luma, width: columns.count,
            height: rows.count, id: id)
    }

    private func grade(_ part: Part) {
        guard let grade = PrintGrade.of(part.symbol, in: part.luma.span, width: part.width, height: part.height)?.grade
        else { return }
        do {
            let fields = ScanGrade(letter: grade.letter.rawValue, value: grade.value).fields
            try history.addFields(fields, toScan: part.id)
        } catch {
            complain("The grade of a scan is not saved: \(error)")
        }
    }
}
