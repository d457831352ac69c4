import Frames

/// A source that is a camera: beside its frames it has a device, controls, and pictures in colour.
///
/// The program knows cameras by this protocol alone; another kind of camera is one file.
package protocol CameraSource: FrameSource {
    var device: CameraDevice { get }
    /// Its controls; nil while it is not open.
    var controls: CameraControls? { get }
    /// Hands the next picture as the camera sends it to `taker`, on the capture thread; nil if it cannot be had.
    ///
    /// - Returns: whether `taker` will be called.
    func takeStill(_ taker: @escaping @Sendable (CameraStill?) -> Void) -> Bool
}
