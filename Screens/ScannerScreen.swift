import Foundation
import Frames
import Preview
import Surface
import Symbols

/// The camera's picture with the interest box, every symbol outlined, the last scan, the history beside it.
public struct ScannerScreen: Screen {
    /// A symbol in view, in frame pixels.
    public struct OutlinedSymbol: Sendable, Hashable {
        /// The number shown at its corner; stays while it is in view.
        public var number: Int
        /// Where it is.
        public var corners: Quadrilateral
        /// Whether it is in the history.
        public var isKept: Bool

        /// A symbol in view.
        public init(number: Int, corners: Quadrilateral, isKept: Bool) {
            self.number = number
            self.corners = corners
            self.isKept = isKept
        }
    }

    /// What was scanned last.
    public struct LastScan: Sendable, Hashable {
        /// Its row of the history, or what would be one.
        public var row: HistoryRow
        /// Nil once it is on disk; else why it could not be kept.
        public var failure: String?

        /// The last scan.
        public init(row: HistoryRow, failure: String? = nil) {
            self.row = row
            self.failure = failure
        }
    }

    /// The figures of the status line.
    public struct Figures: Sendable, Hashable {
        /// Frames shown a second; nil until measured.
        public var framesPerSecond: Double?
        /// Frames that no reader took in time, or the source lost.
        public var dropped: UInt64 = 0
        /// Mean time to decode a frame; nil until measured.
        public var decodeMilliseconds: Double?

        /// Nothing measured yet.
        public init() {}
    }

    /// A camera's means against the dark, as far as it has them.
    public struct Lights: Sendable, Hashable {
        /// Whether there is a light.
        public var hasTorch = false
        /// Whether it is lit.
        public var isTorchOn = false
        /// Whether the exposure is set for reading.
        public var isReadingLightOn = false

        /// No light at all.
        public init() {}
    }

    /// What the source calls itself.
    public var sourceTitle = ""
    /// Whether the picture is made up, which must be plain to see.
    public var isDemo = false
    /// Why this source and not the one that was hoped for; stands under the picture while it is scanned.
    public var remark: String?
    /// The format in use; nil until frames come.
    public var format: FrameFormat?
    /// Figures for the status line.
    public var figures = Figures()
    /// Why there is no picture, or why it stands still: one line.
    public var problem: String?
    /// The part of the frame that is being focused on; nil when none is, or it is the box.
    public var focusMark: PixelRect?
    /// What lights the scene.
    public var lights = Lights()
    /// Whether the whole screen is white, to light what is held before the camera.
    public var isScreenLit = false
    /// Symbols in view.
    public var symbols: [OutlinedSymbol] = []
    /// What was scanned last in this run.
    public var lastScan: LastScan?
    /// Which way up the picture is shown, and how much of it.
    public private(set) var view = PictureView()
    /// Where symbols are read while the box is on, in shares of the picture as it is shown.
    public private(set) var box: InterestBox
    private let firstBox: InterestBox
    /// Whether symbols are read only inside the box.
    public private(set) var isBoxOn: Bool
    /// Whether the picture is held still.
    public private(set) var isFrozen = false
    var isHistoryShown = true
    var history = HistoryPane()

    /// The picture that is shown; nil before the first one.
    public private(set) var frame: Frame?
    /// How it is drawn.
    public var painter: PreviewPainter

    /// A scanner without a picture yet.
    public init(box: InterestBox = .standard, isBoxOn: Bool = true, painter: PreviewPainter = PreviewPainter()) {
        self.box = box
        firstBox = box
        self.isBoxOn = isBoxOn
        self.painter = painter
    }

    /// Which keys it listens to.
    public var context: KeyContext { .scanner }

    /// The light's key, while the camera has none.
    public var idle: Set<Command> { lights.hasTorch || isScreenLit ? [] : [.toggleTorch] }

    /// Where symbols are read, in shares of a frame; nil when they are read everywhere.
    public var activeBox: InterestBox? { view.frameBox(isBoxOn ? box : nil) }

    /// Shows the picture `factor` times larger by cutting its edges off, 1…8; symbols are read in what is shown.
    public mutating func setZoom(_ factor: Double) { view.setZoom(factor) }

    /// Shows the picture this way up.
    public mutating func setOrientation(_ orientation: Orientation) { view.orientation = orientation }

    /// Shows `frame` from now on; a frozen picture stays.
    public mutating func show(_ frame: Frame) {
        guard !isFrozen else { return }
        self.frame = frame
        painter.adapt(to: frame)
        problem = nil
    }

    /// Forgets the picture and what was in it: another source comes.
    public mutating func clearPicture() {
        frame = nil
        format = nil
        symbols = []
        focusMark = nil
        figures = Figures()
        isFrozen = false
        isScreenLit = false
        lights = Lights()
    }

    /// Shows `rows` as the history, newest first, of `total` there are.
    public mutating func setHistory(_ rows: [HistoryRow], total: Int) { history.replace(rows, total: total) }

    /// Shows `rows` as the history, newest first, of `total` there are, below what came since the newest row was `newest`.
    public mutating func refreshHistory(_ rows: [HistoryRow], total: Int, since newest: Int64?) {
        history.refresh(rows, total: total, since: newest)
    }

    /// A scan came in and is on disk.
    public mutating func add(_ row: HistoryRow) { history.prepend(row) }

    /// More rows for the history's end.
    public mutating func append(older rows: [HistoryRow]) { history.append(older: rows) }

    /// A scan was deleted.
    public mutating func remove(id: Int64) {
        history.remove(id: id)
        if lastScan?.row.id == id { lastScan = nil }
    }

    /// How many rows of the history are loaded.
    public var loadedRows: Int { history.rows.count }

    /// What tells a history that was loaded from one that scans were added to or deleted from since.
    public var historyState: [Int64?] { [history.rows.first?.id, Int64(history.rows.count), Int64(history.total)] }

    /// The oldest row loaded, from where older ones go on.
    public var oldestLoadedID: Int64? { history.rows.last?.id }

    /// Changes the box, the selection, what is shown; leaves the rest to the program.
    public mutating func handle(_ command: Command) -> [Effect] {
        switch command {
        case .open:
            guard let row = history.selection else { return [.notice(Notice("No scan selected: nothing scanned yet"))] }
            return [.openScan(id: row.id)]
        case .delete:
            guard let row = history.selection else { return [.notice(Notice("No scan selected: nothing scanned yet"))] }
            return [.askDeletion(id: row.id)]
        case .export:
            guard !history.rows.isEmpty else { return [.notice(Notice("Nothing to export: nothing scanned yet"))] }
            return [.askExport]
        case .selectPrevious: return history.move(by: -1)
        case .selectNext: return history.move(by: 1)
        case .pageUp: return history.move(by: -10)
        case .pageDown: return history.move(by: 10)
        case .selectFirst: return history.move(by: -history.rows.count)
        case .selectLast:
            if history.hasOlder { return [.loadWholeHistory] }
            return history.move(by: history.rows.count)
        case .toggleHistory: isHistoryShown.toggle()
        case .nextCamera: return [.switchCamera(by: 1)]
        case .previousCamera: return [.switchCamera(by: -1)]
        case .toggleFocus: return [.toggleFocus]
        case .focusNearer: return [.moveFocus(by: 1)]
        case .focusFarther: return [.moveFocus(by: -1)]
        case .focusOnce: return [.focusOnce(on: nil)]
        case .toggleNearFocus: return [.toggleNearFocus]
        case .zoomIn: return [.zoom(by: 1)]
        case .zoomOut: return [.zoom(by: -1)]
        case .zoomReset: return [.resetZoom]
        case .mirror: return orient(view.orientation.mirrored)
        case .rotate: return orient(view.orientation.turned)
        case .nextPreview:
            let (isChanged, line) = painter.chooseNext()
            return [.notice(Notice(line, isWarning: !isChanged))]
        case .nextFormat: return [.nextFormat]
        case .showCameras: return [.showCameras]
        case .toggleTorch:
            guard isScreenLit else { return [.toggleTorch] }
            isScreenLit = false
            return [.notice(Notice("White screen off"))]
        case .readingLight: return [.toggleReadingLight]
        case .savePicture:
            guard frame != nil else { return [.notice(Notice("No picture to save yet"))] }
            return [.savePicture]
        case .freeze:
            guard frame != nil else { return [.notice(Notice("No picture to hold still yet"))] }
            isFrozen.toggle()
            return [.freeze(isFrozen)]
        default: return handleBox(command)
        }
        return []
    }

    private mutating func orient(_ orientation: Orientation) -> [Effect] {
        view.orientation = orientation
        let turned = "turned by \(orientation.quarterTurns * 90)°"
        let words = (orientation.isMirrored ? ["mirrored"] : []) + (orientation.quarterTurns == 0 ? [] : [turned])
        return [
            .oriented(orientation), .interestBox(activeBox),
            .notice(Notice("Picture " + (words.isEmpty ? "as the camera sends it" : words.joined(separator: ", ")))),
        ]
    }

    private mutating func handleBox(_ command: Command) -> [Effect] {
        let step = 0.05
        if command == .toggleBox {
            isBoxOn.toggle()
            return [.interestBox(activeBox)]
        }
        let changed: InterestBox
        switch command {
        case .boxUp: changed = box.moved(x: 0, y: -step)
        case .boxDown: changed = box.moved(x: 0, y: step)
        case .boxLeft: changed = box.moved(x: -step, y: 0)
        case .boxRight: changed = box.moved(x: step, y: 0)
        case .boxNarrower: changed = box.resized(width: -2 * step, height: 0)
        case .boxWider: changed = box.resized(width: 2 * step, height: 0)
        case .boxShorter: changed = box.resized(width: 0, height: -2 * step)
        case .boxTaller: changed = box.resized(width: 0, height: 2 * step)
        case .boxReset: changed = firstBox
        default: return []
        }
        guard isBoxOn else { return [.notice(Notice("The interest box is off; turn it on first"))] }
        box = changed
        return [.interestBox(activeBox)]
    }
}

extension Confirmation {
    /// Asks before the scan of `row` is deleted.
    ///
    /// - Parameters:
    ///   - picture: what becomes of the picture that was kept for it, in a line; nil where none was.
    ///   - leavesScreen: whether the screen beneath shows the scan and goes with it.
    public static func deletion(of row: HistoryRow, picture: String? = nil, leavesScreen: Bool = false) -> Confirmation
    {
        Confirmation(
            title: "Delete this scan for good?",
            lines: ["\(row.symbology.traits.title)  \(row.summary)", picture].compactMap { $0.map { .text($0) } },
            yes: [.delete(id: row.id)] + (leavesScreen ? [.pop] : []), weight: .grave)
    }
}
