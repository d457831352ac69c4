import Preview
import Scanning

/// Who gets the scans of a session: a new destination is a file with a `ScanConsumer`, and a line here.
package enum ScanConsumers {
    /// In the order in which they get them: pictures are linked to scans that are kept.
    ///
    /// - Parameters:
    ///   - queue: keeps them in the history; nil when nobody asked for that.
    ///   - grading: grades those that are kept; nil, the default, when that is not wanted.
    ///   - pictures: saves the frames they were seen in; nil when that is not wanted.
    ///   - source: what is scanned, for people.
    ///   - orientation: how pictures are turned when they are taken; nil when `pictures` knows.
    ///   - recorder: records the frames around them; nil when that is not wanted.
    ///   - typing: types them into other programs; nil when that is not wanted.
    package static func list(
        keeping queue: ScanRetryQueue?, grading: ScanGrading? = nil, pictures: ScanPictures?, of source: String,
        orientation: (@Sendable () -> Orientation)? = nil, recorder: FrameRecorder? = nil, typing: ScanTyping? = nil
    ) -> [any ScanConsumer] {
        var consumers: [any ScanConsumer] = []
        if let queue { consumers.append(queue) }
        if let grading { consumers.append(grading) }
        if let queue, let pictures {
            consumers.append(
                ScanSnapshots(of: queue) { frame in
                    if let orientation { pictures.orientation = orientation() }
                    return pictures.take(frame, from: source)
                })
        }
        if let recorder { consumers.append(recorder) }
        if let typing { consumers.append(typing.consumer) }
        return consumers
    }
}
