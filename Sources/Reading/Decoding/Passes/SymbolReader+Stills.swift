import Frames
import Symbols

/// Reading a still picture, step by step.
extension SymbolReader {
    /// How many regions of each kind a look at candidates takes.
    /// Not measured: what is meant to be read is among the likeliest three; `thorough` looks at more.
    private static let candidatesOfNormal = 3
    /// Not measured: pictures hold fewer; a bound for textures.
    private static let candidatesOfThorough = 16
    /// In a picture of fewer pixels candidates are too coarse to show that there are no bars.
    /// A little more than 320 × 240.
    private static let smallPicture = 100_000

    /// A step of reading a still picture.
    struct Step: Sendable {
        /// Whether to take it even if something has already been read.
        var always = false
        let take: @Sendable (SymbolReader, inout Work) -> Void
    }

    /// The steps of `normal`: all that zxing does by default, and candidates, which is how most is read; then, while nothing is read, what
    /// takes longer or finds less.
    private static let normal = [
        Step(always: true) { reader, work in
            let grid = work.gradients()
            let hasSteepBars = grid.tensors.isEmpty || BarRegions.areSteep(in: grid)
            reader.look(Pass.plain.name, .zxing, &work, hasSteepBars ? .complete : .flat)
        },
        // There may be more than what was found: bars that only zbar knows, modules off the middle.
        Step(always: true) { reader, work in reader.lookAtCandidates(&work, maxCount: candidatesOfNormal) },
        Step(always: true) { reader, work in reader.lookForQRCodes(&work) },
        Step(always: true) { reader, work in reader.lookForHanXinCodes(&work) },
        // A sheet whose symbols are too small to be candidates of their own.
        Step { reader, work in reader.readRest(&work, within: restOfNormal) },
        Step { reader, work in if reader.looksAtBars(work) { reader.run(Pass.plainZBar, &work) } },
        Step { reader, work in reader.lookByNativeReaders(&work) },
        Step { reader, work in
            // A picture that was cut out of another may hold nothing but a symbol.
            guard reader.looksAtModules, work.pixels <= smallPicture else { return }
            reader.lookAtMatrices([.all(of: work.part)], &work, by: NativeReaders.kinds(for: .modules, cost: .low))
        },
        Step { reader, work in if reader.looksAtModules { reader.lookAsFirstFrame(&work) } },
        // zxing looks for light-on-dark matrix codes by itself, but not for light-on-dark bars.
        Step { reader, work in reader.look("inverted", .inverted, &work, .rotated) },
        Step { reader, work in reader.lookAtLargeModules(&work) },
        Step { reader, work in reader.look("local contrast", .localContrast, &work, .complete) },
        // What is seen from the side is narrower than high, or wider.
        Step { reader, work in reader.lookFromTheSide("lowered", .lowered, &work) },
        Step { reader, work in reader.lookFromTheSide("narrowed", .narrowed, &work) },
        // Bars that touch text of their direction.
        Step { reader, work in
            reader.lookAtBars(
                &work, maxCount: candidatesOfThorough, coherence: BarRegions.coherenceOfBars, native: .quick)
        },
        // A small label in a large picture of text and packaging.
        Step { reader, work in
            reader.lookAtBars(&work, maxCount: candidatesOfThorough, from: candidatesOfNormal, native: .quick)
        },
        Step { reader, work in reader.lookForBlurredBars(&work) },
        Step { reader, work in reader.lookForRareBars(&work) },
        Step { reader, work in reader.lookBeyondBars(&work) },
        Step { reader, work in if reader.isAskedFor(.dotCode) { reader.lookAtWhole(by: .dotCode, &work, .full) } },
    ]

    /// What `thorough` does after the steps of `normal`, so that it reads no less.
    private static let more =
        [
            Step(always: true) { reader, work in reader.run(Pass.plainZBar, &work) },
            Step(always: true) { reader, work in reader.lookAtCandidates(&work, maxCount: candidatesOfThorough) },
            Step(always: true) { reader, work in
                for kind in NativeReaders.kinds(for: .picture) where reader.isAskedFor(kind) {
                    reader.lookAtWhole(by: kind, &work, .full)
                }
            },
            Step { reader, work in reader.lookForMatrices(&work, maxCount: candidatesOfThorough) },
            Step(always: true) { reader, work in reader.lookThroughWindows(&work) },
        ]
        + LivePlan.changes.filter { $0 != .none }.map { change in
            Step { reader, work in
                reader.lookAtCandidates(&work, maxCount: candidatesOfThorough, change: change)
            }
        }
        + Pass.thorough.map { pass in
            Step { reader, work in if pass.area.contains(work.pixels) { reader.run(pass, &work) } }
        }

    /// Reads a picture by the steps of `normal`.
    func readNormal(_ work: inout Work) { take(Self.normal, &work) }

    /// Reads a picture by all steps.
    func readThorough(_ work: inout Work) { take(Self.normal + Self.more, &work) }

    private func take(_ steps: [Step], _ work: inout Work) {
        for step in steps where step.always || merged(work).allSatisfy(isComponent) { step.take(self, &work) }
    }

    /// Looks for QR Codes, also where others were read or something else was: of several, other engines may read only the clearest.
    private func lookForQRCodes(_ work: inout Work) {
        let known = work.readings.filter { $0.symbology == .qrCode }.map { work.local($0.symbol.corners) }
        guard isAskedFor(.qr), !known.isEmpty || merged(work).isEmpty || showsUnreadModules(&work) else { return }
        engines[.qr]?.leaveOut(known)
        look(Pass.plain.name, .qr, &work, .complete)
    }

    /// Looks for Han Xin Codes where nothing was read, or modules show elsewhere.
    private func lookForHanXinCodes(_ work: inout Work) {
        guard isAskedFor(.hanXin), merged(work).isEmpty || showsUnreadModules(&work) else { return }
        lookAtWhole(by: .hanXin, &work, .rotated)
    }

    /// Whether modules may be elsewhere than what was read: a product may have a QR Code beside its number.
    private func showsUnreadModules(_ work: inout Work) -> Bool {
        MatrixRegions.of(work.part, work.gradients(), maxCount: Self.candidatesOfNormal).contains {
            !work.hasRead(at: $0.center, $0.contains)
        }
    }

    /// Most of what is left to find are bars. Where there are none no engine has to look line by line.
    private func looksAtBars(_ work: Work) -> Bool {
        work.hasBars || work.pixels <= Self.smallPicture
            || options.symbologies.isDisjoint(with: BarRegions.symbologies)
    }

    /// Runs the native readers on the whole picture, except those of QR Codes and Han Xin Codes, which have looked, and of DotCode, which
    /// finds the least.
    private func lookByNativeReaders(_ work: inout Work) {
        // Rows of bars this low may be no candidate; in a picture that is not large, looking for them takes little time.
        let looksAtStacks = looksAtBars(work) || work.pixels <= 2 * Self.smallPicture
        for kind in NativeReaders.kinds(for: .picture)
        where ![.qr, .hanXin, .dotCode].contains(kind) && isAskedFor(kind) {
            guard looksAtStacks || !kind.reads(.stackedBars) else { continue }
            lookAtWhole(by: kind, &work, .rotated)
            guard merged(work).isEmpty else { return }
        }
    }

    /// Runs a native reader on the whole picture.
    private func lookAtWhole(by kind: ReaderKind, _ work: inout Work, _ thoroughness: Thoroughness) {
        // The QR Code reader makes smaller pictures itself.
        if kind != .qr, let reduced = work.whole(changedBy: .none) {
            look(Pass.plain.name, kind, reduced, &work, thoroughness)
        } else {
            look(Pass.plain.name, kind, &work, thoroughness)
        }
    }

    /// Has zxing look at the changed picture.
    private func look(_ name: String, _ change: Transform, _ work: inout Work, _ thoroughness: Thoroughness) {
        guard let changed = work.whole(changedBy: change) else { return }
        look(name, .zxing, changed, &work, thoroughness)
    }

    /// Has zxing, then the QR Code reader, look at a picture that is half as high or half as wide.
    private func lookFromTheSide(_ name: String, _ change: Transform, _ work: inout Work) {
        guard let changed = work.whole(changedBy: change) else { return }
        look(name, .zxing, changed, &work, .rotated)
        guard isAskedFor(.qr), merged(work).isEmpty else { return }
        look(name, .qr, changed, &work, .complete)
    }

    /// In a picture of fewer pixels modules are not as large.
    private static let largePicture = 300_000

    /// Looks at half the size for modules that are too large to be islands of them, as a code on a screenshot among text.
    private func lookAtLargeModules(_ work: inout Work) {
        guard looksAtModules || options.symbologies.contains(.qrCode),
            work.pixels >= Self.largePicture,
            let halved = Transform.halved.apply(to: work.part)
        else { return }
        let readings = halved.plane.withView { view in
            var half = Work(view: view, area: view.bounds, isStill: true)
            look("halved", .zxing, &half, .rotated)
            if looksAtModules {
                lookAtMatrices(
                    MatrixRegions.of(view, half.gradients(), maxCount: Self.candidatesOfNormal), &half, by: [.centred])
                if half.readings.isEmpty { lookAsFirstFrame(&half) }
            }
            work.result.faults += half.result.faults
            work.result.attempts += half.result.attempts
            return half.readings
        }
        work.readings += readings.map { $0.placed { work.framed(halved.toSource($0)) } }
    }

    /// Looks at regions of modules as a camera's first frame is looked at: no effort reads less than a lower one.
    private func lookAsFirstFrame(_ work: inout Work) {
        let regions = matrixRegions(&work, maxCount: LivePlan.matrixRegionsInRotation)
            .prefix(LivePlan.matrixRegionsPerFrame)
        for step in LivePlan.steps where step.input == .modules {
            // Dots are looked for in the whole picture.
            lookAtMatrices(regions, &work, by: Self.readers(of: step, in: work.part).filter { $0 != .dotCode })
        }
    }

    /// Looks for Data Matrix and Aztec in parts of the picture, if it has none so far.
    private func lookThroughWindows(_ work: inout Work) {
        guard readsAztecOrDataMatrix, !work.readings.contains(where: { Windows.symbologies.contains($0.symbology) })
        else { return }
        guard let reduced = work.whole(changedBy: .none) else {
            for window in Windows.of(work.view, in: work.area) { look("window", .centred, &work, .full, in: window) }
            return
        }
        let windows = reduced.plane.withView { Windows.of($0, in: $0.bounds) }
        for window in windows { look("window", .centred, reduced, &work, .full, in: window) }
    }

    private func lookAtCandidates(_ work: inout Work, maxCount: Int, change: Transform = .none) {
        lookAtBars(
            &work, maxCount: maxCount, native: maxCount > Self.candidatesOfNormal ? .upright : .quick, change: change)
        if looksAtModules {
            let kinds = [.centred] + (change == .none ? [] : NativeReaders.kinds(for: .modules, cost: .low))
            let regions = MatrixRegions.of(work.part, work.gradients(), maxCount: maxCount)
            lookAtMatrices(regions, &work, change: change, by: kinds)
        }
    }

    /// The native readers' look at the candidates of a picture as it is.
    private func lookForMatrices(_ work: inout Work, maxCount: Int) {
        guard looksAtModules, merged(work).isEmpty else { return }
        // A picture that was cut out of another may hold nothing but a symbol.
        let regions = [MatrixRegion.all(of: work.part)] + matrixRegions(&work, maxCount: maxCount)
        lookAtMatrices(
            regions, &work,
            by: NativeReaders.kinds(for: .modules, cost: .low) + NativeReaders.kinds(for: .stackedBars))
    }

    /// Where modules may be: squares full of them and islands of them alternating, the likeliest first.
    func matrixRegions(_ work: inout Work, maxCount: Int) -> [MatrixRegion] {
        let grid = work.gradients()
        let peaks = MatrixRegions.peaks(work.part, grid, maxCount: 3)
        let islands = MatrixRegions.of(work.part, grid, maxCount: maxCount)
        return (0..<max(peaks.count, islands.count)).flatMap {
            peaks.dropFirst($0).prefix(1) + islands.dropFirst($0).prefix(1)
        }
    }

    /// Whether a native reader can read something that is asked for; true for the libraries.
    func isAskedFor(_ kind: ReaderKind) -> Bool {
        kind.native.map { !options.symbologies.isDisjoint(with: $0.symbologies) } ?? true
    }

    /// Whether a symbology is asked for that regions of modules are looked at for: QR Codes are found in the whole picture.
    var looksAtModules: Bool {
        !options.symbologies.isDisjoint(with: MatrixRegions.symbologies.subtracting([.qrCode, .microQRCode]))
    }

    /// Whether a symbology is asked for whose detectors start from the middle of a picture (`Windows`).
    var readsAztecOrDataMatrix: Bool { !options.symbologies.isDisjoint(with: Windows.symbologies) }
}
