import Capture
import Frames
import Preview
import Scanning
import Screens

/// Focusing once: a sweep of the lens, then a watch over what it ended on.
enum Focusing {
    /// The lens was sent somewhere at this time; a picture caught after it has come to rest is waited for.
    case sweeping(FocusSweep, movedAt: ContinuousClock.Instant)
    /// The lens is held until the subject changes.
    case holding(SubjectChange)

    /// How long a lens moves between two positions of a sweep.
    static let rest = Duration.milliseconds(40)
}

extension ScannerApp {
    /// Focuses on what is in the box: by the camera's own means where it has them, else by trying lens positions.
    func focusOnce() throws {
        guard source.camera != nil else {
            throw Trouble("\(source.title) is no camera: it has no focus, zoom or light")
        }
        guard let controls else { throw Trouble("The camera is not open: wait until its picture is there") }
        if stack.scanner.isFrozen { throw Trouble("The picture is held still: let it run first") }
        let start = try controls.control(.autoFocusStart)
        let lens = try controls.control(.focusAbsolute)
        guard start != nil || lens?.kind == .integer else {
            throw Trouble("This camera has no focus control: its lens is fixed or moves by itself")
        }
        if try controls.isFocusAutomatic() == true { try controls.focus(.locked) }
        if start != nil {
            try controls.set(.autoFocusStart, to: 1)
            return show(Notice("The camera focuses once"))
        }
        guard let lens else { return }
        let sweep = FocusSweep(range: lens.range, step: lens.step)
        try controls.set(.focusAbsolute, to: sweep.start)
        focusing = .sweeping(sweep, movedAt: .now)
        show(Notice("Focusing …"), seconds: 3)
    }

    /// Goes on with what was begun, with a picture that came in.
    func advanceFocus(_ frame: Frame) {
        guard let controls else { return }
        do {
            switch focusing {
            case .sweeping(var sweep, let movedAt):
                guard frame.timestamp >= movedAt + Focusing.rest else { return }
                let region = stack.scanner.activeBox?.pixels(width: frame.width, height: frame.height)
                switch sweep.measured(frame.sharpness(in: region ?? frame.bounds)) {
                case .move(let position):
                    try controls.set(.focusAbsolute, to: position)
                    focusing = .sweeping(sweep, movedAt: .now)
                case .finished(let position):
                    let lens = try controls.set(.focusAbsolute, to: position)
                    focusing = .holding(SubjectChange(grid(frame)))
                    show(Notice("Focus held at \(lens.value ?? position) of \(lens.range.upperBound)"))
                }
            case .holding(var change):
                let hasChanged = change.hasChanged(grid(frame))
                focusing = .holding(change)
                guard hasChanged else { return }
                focusing = nil
                guard try controls.isFocusAutomatic() == false else { return }
                try controls.focus(.automatic)
                show(Notice("Something else is there: focus automatic"))
            case nil: break
            }
        } catch {
            // A camera that refuses now is not asked with every frame.
            focusing = nil
            show(Notice(error.description, isWarning: true))
        }
    }

    private func grid(_ frame: Frame) -> [UInt8] {
        var grid = LumaGrid()
        grid.sample(frame, region: frame.bounds, columns: 16, rows: 12)
        return grid.values
    }
}
