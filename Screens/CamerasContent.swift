/// What is known of cameras: those that are there or were, the formats of the one in use, and its controls.
package struct CamerasContent: ModelPart, Hashable {
    /// A camera.
    package struct Camera: Sendable, Hashable {
        /// Its stable name.
        package var name: String
        /// Its name for people.
        package var title: String
        /// Its node and where it is attached.
        package var place: String
        /// Why it cannot be opened; nil when it can.
        package var problem: String?
        package var isPresent: Bool
        package var isCurrent: Bool

        package init(
            name: String, title: String, place: String, problem: String? = nil, isPresent: Bool = true,
            isCurrent: Bool = false
        ) {
            self.name = name
            self.title = title
            self.place = place
            self.problem = problem
            self.isPresent = isPresent
            self.isCurrent = isCurrent
        }
    }

    /// A format, as the user spells it.
    package struct Format: Sendable, Hashable {
        /// What `--format` takes: `high`, `1280x720@30/MJPG`.
        package var text: String
        /// What it means; empty if the text says all.
        package var help: String
        /// Whether it is asked for.
        package var isCurrent: Bool

        package init(text: String, help: String = "", isCurrent: Bool = false) {
            self.text = text
            self.help = help
            self.isCurrent = isCurrent
        }
    }

    /// A control of the camera in use.
    package struct Control: Sendable, Hashable {
        package var id: UInt32
        /// Its name as `cameras set` takes it.
        package var key: String
        /// Its value as people read it.
        package var value: String
        /// What it takes, and its default.
        package var range: String
        /// How far through its range the value is, 0…1; nil if it has none.
        package var fraction: Double?
        /// Why it cannot be set now: `inactive`, `read-only`; nil when it can.
        package var refusal: String?

        package init(
            id: UInt32, key: String, value: String, range: String, fraction: Double? = nil, refusal: String? = nil
        ) {
            self.id = id
            self.key = key
            self.value = value
            self.range = range
            self.fraction = fraction
            self.refusal = refusal
        }
    }

    /// Cameras, those that are gone among them.
    package var cameras: [Camera] = []
    /// Presets and everything that the camera in use offers.
    package var formats: [Format] = []
    /// Controls of the camera in use.
    package var controls: [Control] = []
    /// What the focus of the camera in use can do, in a line; nil if that is not known.
    package var focus: String?
    /// Why there are no formats and controls; nil when there are.
    package var problem: String?

    package init() {}
}

extension AppModel {
    package var cameras: CamerasContent {
        get { self[CamerasContent.self] }
        set { self[CamerasContent.self] = newValue }
    }
}
