import CLinux

/// A setting of a camera: focus, brightness, a mode.
package struct CameraControl: Hashable, Sendable {
    /// A control's number, V4L2_CID_* (linux/v4l2-controls.h).
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Continuous autofocus: 0 or 1.
        package static let focusAutomatic = ID(rawValue: 0x009A_090C)
        /// The lens position; more is nearer, in the camera's units.
        package static let focusAbsolute = ID(rawValue: 0x009A_090A)
        /// A button: focus once.
        package static let autoFocusStart = ID(rawValue: 0x009A_091C)
        /// A menu of where automatic focus looks: 0 anywhere, 1 not near, 2 near (macro), 3 infinity.
        package static let autoFocusRange = ID(rawValue: 0x009A_091F)
        /// The focal length, in the camera's units.
        package static let zoomAbsolute = ID(rawValue: 0x009A_090D)
        /// A menu: 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority.
        package static let exposureMode = ID(rawValue: 0x009A_0901)
        /// Exposure time, in units of 100 µs.
        package static let exposureTime = ID(rawValue: 0x009A_0902)
        /// Whether automatic exposure may lower the frame rate: 0 or 1.
        package static let exposurePriority = ID(rawValue: 0x009A_0903)
        /// Automatic gain: 0 or 1.
        package static let automaticGain = ID(rawValue: 0x0098_0912)
        /// Gain, in the camera's units.
        package static let gain = ID(rawValue: 0x0098_0913)
        /// A menu: 0 the camera faces the user, 1 it faces away, 2 it is not fixed.
        package static let cameraOrientation = ID(rawValue: 0x009A_0922)
        /// A menu: 0 off, 1 flash, 2 torch.
        package static let flashLEDMode = ID(rawValue: 0x009C_0901)
    }

    /// What values it takes.
    package enum Kind: Hashable, Sendable {
        /// A number in `range`.
        case integer
        /// 0 or 1.
        case boolean
        /// One of the `items`.
        case menu
        /// No value: setting it does something.
        case button
    }

    /// One choice of a menu.
    package struct MenuItem: Hashable, Sendable {
        /// The control's value when it is chosen.
        package var value: Int
        package var title: String
    }

    package var id: ID
    /// What the driver calls it, for example `Focus, Absolute`.
    package var name: String
    /// The heading that the driver lists it under, for example `Camera Controls`.
    package var category: String
    package var kind: Kind
    /// The lowest to the highest value.
    package var range: ClosedRange<Int>
    /// The difference between two values, at least 1.
    package var step: Int
    package var defaultValue: Int
    /// The current value; nil when the camera does not report it.
    package var value: Int?
    /// The choices of a menu; empty for other kinds.
    package var items: [MenuItem] = []
    /// Whether it has no effect at present: an automatic mode controls it.
    package var isInactive = false
    /// Whether it cannot be set.
    package var isReadOnly = false
    /// Whether it is not to be used at all.
    package var isDisabled = false
    /// Whether its value has 64 bits, which is another member of the kernel's union.
    var isWide = false

    /// The name in small letters and underscores, as v4l2-ctl and `cameras set` take it: `focus_absolute`.
    package var key: String {
        var key = ""
        for character in name.lowercased() {
            if character.isASCII, character.isLetter || character.isNumber {
                key.append(character)
            } else if !key.isEmpty, key.last != "_" {
                key.append("_")
            }
        }
        while key.last == "_" { key.removeLast() }
        return key
    }

    /// Whether it lights a torch: V4L2_CID_FLASH_LED_MODE with V4L2_FLASH_LED_MODE_TORCH.
    var isTorch: Bool { id == .flashLEDMode && items.contains { $0.value == 2 } }

    /// Whether its value is kept: a button has none, and a light is lit only while somebody can put it out.
    package var isSetting: Bool { kind != .button && id != .flashLEDMode }

    /// Where `value` lies in the range, 0 to 1; nil without a value or a range.
    package var fraction: Double? {
        guard let value, range.lowerBound < range.upperBound else { return nil }
        let low = Double(range.lowerBound)
        return (Double(value) - low) / (Double(range.upperBound) - low)
    }

    /// How much larger than its smallest setting: a zoom's factor; nil if the scale does not start
    /// above 0 and so is not a focal length.
    package var factor: Double? {
        guard let value, range.lowerBound > 0 else { return nil }
        return Double(value) / Double(range.lowerBound)
    }

    /// What one press of a key changes: about a twentieth of the range, in whole steps.
    package var keyStep: Int {
        let (span, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        guard !overflow else { return step }
        let steps = (Double(span) / 20 / Double(step)).rounded()
        return max(1, Int(steps)) * step
    }

    /// The value nearest to `wanted` that the control can take.
    package func clamped(_ wanted: Int) -> Int {
        let bounded = min(max(wanted, range.lowerBound), range.upperBound)
        let (offset, overflow) = bounded.subtractingReportingOverflow(range.lowerBound)
        guard step > 1, !overflow else { return bounded }
        let remainder = offset % step
        guard remainder > 0 else { return bounded }
        let below = bounded - remainder
        let (above, over) = below.addingReportingOverflow(step)
        return remainder * 2 >= step && !over && above <= range.upperBound ? above : below
    }
}
