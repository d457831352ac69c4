/// What becomes of the picture.
package enum PictureState: Sendable, Hashable {
    /// Pictures come and are read.
    case reading
    /// The user holds it still.
    case frozen
    /// There is only one, or a folder of them.
    case still
    /// The source has come to its end; its last picture stays.
    case ended
    /// None has come yet.
    case waiting
    /// None comes, and why is said in its place; whether the source is a camera.
    case missing(isCamera: Bool)

    package var word: String {
        switch self {
        case .reading: "reading"
        case .frozen: "frozen"
        case .still: "still picture"
        case .ended: "ended"
        case .waiting: "waiting"
        case .missing(let isCamera): isCamera ? "no camera" : "no picture"
        }
    }
}

extension AppModel {
    package var state: PictureState {
        if picture.problem != nil { return .missing(isCamera: source.isCamera) }
        if picture.frame == nil { return .waiting }
        if picture.isFrozen { return .frozen }
        if source.isStill { return .still }
        return source.hasEnded ? .ended : .reading
    }
}
