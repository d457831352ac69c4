import Frames
import Surface

/// Effects of the cameras feature.
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

/// Effects of the focus feature.
package enum FocusEffect: FeatureEffect {
    /// Focus once on this part of the frame, in pixels.
    case once(on: PixelRect)
}

/// Effects of the camera format feature.
package enum FormatEffect: FeatureEffect {
    /// Stream in the format that is spelled so.
    case take(String)
}

/// Effects of the light feature.
package enum LightEffect: FeatureEffect {
    /// Light what is held in front of the camera by a white screen.
    case lightScreen
    /// Show the scanner again instead of the white screen.
    case darkenScreen
    /// The light was lit or put out as a control of the camera.
    case controlChanged
}

/// Effects of the interest box feature.
package enum BoxEffect: FeatureEffect {
    /// Read inside this box of what is shown; nil reads everywhere.
    case set(InterestBox?)
}

extension Effect {
    /// An effect of the cameras feature.
    package static func camera(_ effect: CameraEffect) -> Effect { .feature(effect) }
    /// An effect of the focus feature.
    package static func focus(_ effect: FocusEffect) -> Effect { .feature(effect) }
    /// An effect of the camera format feature.
    package static func format(_ effect: FormatEffect) -> Effect { .feature(effect) }
    /// An effect of the light feature.
    package static func light(_ effect: LightEffect) -> Effect { .feature(effect) }
    /// An effect of the interest box feature.
    package static func box(_ effect: BoxEffect) -> Effect { .feature(effect) }
}
