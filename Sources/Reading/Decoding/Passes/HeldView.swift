import Frames
import Symbols

/// Notices that a camera's view shows the same few symbols frame after frame.
///
/// Most frames of such a view are read only where the symbols were: it takes less processor time, and corners still follow a
/// hand. A frame that does not show all of them there is read in full at once, and so is one frame in `interval`, which finds
/// symbols that have come into view.
struct HeldView {
    /// The symbols of the last frame, in pixels of the whole frame.
    private(set) var symbols: [Symbol] = []
    /// How many frames in a row showed the same contents.
    private var frames = 0

    /// The frames that have to show the same symbols before any is read in part: by then each step of the plan had its turn.
    static let patience = LivePlan.period
    /// After that one frame in this many is read in full.
    /// Not measured: a new symbol is found within an eighth of a second at 30 frames a second.
    static let interval = 4

    /// Whether the next frame is read only where the symbols were.
    var isDue: Bool { frames >= Self.patience && frames % Self.interval != 0 }

    /// Takes what was read in a frame.
    mutating func update(_ symbols: [Symbol]) {
        // More are a sheet, which has a plan of its own.
        let isSame = !symbols.isEmpty && symbols.count < SheetMemory.minSymbols && shows(symbols)
        frames = isSame ? frames + 1 : 0
        self.symbols = symbols
    }

    /// A symbol was not found where it was: frames are read in full for a while.
    mutating func reset() { frames = 0 }

    /// Whether `symbols` have the contents of the last frame, in any order.
    func shows(_ symbols: [Symbol]) -> Bool {
        symbols.count == self.symbols.count && Set(symbols.map(\.content)) == Set(self.symbols.map(\.content))
    }
}

extension SymbolReader {
    /// By how much of its size a symbol may have moved since the last frame, or the pixels of a small one.
    /// Not measured: a hand's tremor moves it by less; a symbol that moves faster is found in a full read.
    private static let reach = (ofSymbol: 0.25, pixels: 16.0)

    /// Reads the symbols of the last frame where they were.
    ///
    /// - Returns: whether all of them are still there; otherwise the frame has to be read in full.
    func readHeld(_ work: inout Work) -> Bool {
        for symbol in heldView.symbols {
            let corners = symbol.corners
            let isRead = work.readings.contains {
                $0.symbol.content == symbol.content && corners.boundsContain($0.symbol.corners.center)
            }
            guard !isRead else { continue }
            let margin = max(Self.reach.pixels, corners.diameter * Self.reach.ofSymbol)
            let area = work.area.surroundings(of: corners, margin: margin)
            // The region of interest or the size of frames has changed.
            guard !area.isEmpty else { return false }
            look("held", .zxing, &work, .rotated, in: area)
        }
        return heldView.shows(merged(work))
    }
}
