import Frames
import Glibc

/// What can go wrong with a camera, before `CameraDiagnosis` puts it into words.
enum CameraError: Error, Equatable {
    /// A system call failed with a positive errno.
    case call(String, errno: Int32)
    /// The node takes no V4L2 requests.
    case notACamera
    /// The node is V4L2, of a driver named so, but gives no video.
    case noCapture(driver: String)
    /// None of its pixel formats can be turned into luma.
    case noFormat([FourCC])
    /// It does not offer what was asked for.
    case formatNotOffered(CameraFormatRequest, offered: [CameraFormat])
    /// No usable frame came within this time; whether damaged ones did.
    case silent(milliseconds: Int, damaged: Bool)
    /// The driver ended the stream although the device is there.
    case stopped
    /// Frames come in another format than was set.
    case formatChanged

    /// Its frames cannot be parsed as safely as was asked for.
    case unparsed(SourceError)

    /// Whether this is a failed call with this errno.
    func isErrno(_ number: Int32) -> Bool {
        if case .call(_, let errno) = self { return errno == number }
        return false
    }

    /// Whether another program streams from the device, or the bus has no bandwidth left.
    var isContention: Bool { isErrno(EBUSY) || isErrno(ENOSPC) }
}

/// Why a camera could not be opened ahead of its run.
package struct CameraOpeningError: Error {
    package let error: SourceError
    /// Whether it may work once another camera is released.
    package let isContention: Bool
}
