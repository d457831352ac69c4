import Frames
import Surface

/// What is asked of cameras and their controls.
package enum CameraEffect: FeatureEffect {
    /// Scan the camera of this stable name from now on.
    case take(name: String)
    /// Change a control by so many steps, and remember it for its camera; a button is pressed.
    case changeControl(id: UInt32, by: Int)
    /// Set a control to its default and forget that it was set.
    case resetControl(id: UInt32)
    /// The same for all of them.
    case resetControls
}

/// What is asked of the focus.
package enum FocusEffect: FeatureEffect {
    /// Focus once on this part of the frame, in pixels.
    case once(on: PixelRect)
}

/// What is asked of the camera's format.
package enum FormatEffect: FeatureEffect {
    /// Stream in the format that is spelled so.
    case take(String)
}

/// What is asked of the light.
package enum LightEffect: FeatureEffect {
    /// Light what is held before the camera by a white screen.
    case lightScreen
    /// Show the scanner again in place of the white screen.
    case darkenScreen
    /// The light was lit or put out as a control of the camera.
    case controlChanged
}

/// What is asked of the interest box.
package enum BoxEffect: FeatureEffect {
    /// Read inside this box of what is shown; nil reads everywhere.
    case set(InterestBox?)
}

extension Effect {
    /// Something with cameras and their controls.
    package static func camera(_ effect: CameraEffect) -> Effect { .feature(effect) }
    /// Something with the focus.
    package static func focus(_ effect: FocusEffect) -> Effect { .feature(effect) }
    /// Something with the camera's format.
    package static func format(_ effect: FormatEffect) -> Effect { .feature(effect) }
    /// Something with the light.
    package static func light(_ effect: LightEffect) -> Effect { .feature(effect) }
    /// Something with the interest box.
    package static func box(_ effect: BoxEffect) -> Effect { .feature(effect) }
}
