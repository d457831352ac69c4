/// Notices that a camera's view has stayed the same for a while and nothing was read in it.
///
/// Most frames of such a view are not read: a camera that looks at an empty table needs less processor time. Some still are, as
/// noise may let a symbol through in one frame and not in another. The first frame that shows a change is read at once.
///
///     if stillView.isSkippable(work.gradients()) { return }
struct StillView {
    /// How strong the edges in each cell were when the view became still.
    private var reference: [Float] = []
    /// How many frames were read or skipped since.
    private(set) var frames = 0

    /// How many still frames without a symbol are read before any is skipped: by then every look of the plan was made. 54 frames,
    /// 1.8 s at 30 frames a second.
    static let patience = LivePlan.period * (LivePlan.steps.filter { $0.phase != nil }.map(\.changes.count).max() ?? 1)
    /// After that one frame in this many is read.
    /// Not measured: every look of the plan is then made again within about seven seconds.
    static let interval = 4
    /// A cell has changed when its strength is this many times what it was, and `margin` more.
    /// `StillViewTests` has noise of 14 grey levels, which changes fewer cells than `minimumCells` so far.
    private static let factor: Float = 3
    /// Half of what edges of 15 grey levels add in each pixel.
    private static let margin: Float = 100
    /// How many cells have to change. Geometry: the smallest QR Code at two pixels a module covers four cells and more.
    private static let minimumCells = 4

    /// Whether the frame with these gradients need not be read. Called once for each frame.
    mutating func isSkippable(_ grid: GradientGrid) -> Bool {
        guard isUnchanged(grid) else {
            reference = grid.tensors.map(\.energy)
            frames = 0
            return false
        }
        frames += 1
        return frames > Self.patience && frames % Self.interval != 0
    }

    /// A symbol was read: every frame is read again.
    mutating func reset() { frames = 0 }

    private func isUnchanged(_ grid: GradientGrid) -> Bool {
        guard grid.tensors.count == reference.count else { return false }
        var changed = 0
        for (tensor, before) in zip(grid.tensors, reference) {
            let now = tensor.energy
            if max(now, before) > Self.factor * min(now, before) + Self.margin { changed += 1 }
        }
        return changed < Self.minimumCells
    }
}
