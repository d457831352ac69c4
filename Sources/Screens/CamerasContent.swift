/// What is known of cameras: those that are there or were, the formats of the one in use, and its controls.
public struct CamerasContent: Sendable, Hashable {
    /// A camera.
    public struct Camera: Sendable, Hashable {
        /// Its stable name.
        public var name: String
        /// Its name for people.
        public var title: String
        /// Its node and where it is attached.
        public var place: String
        /// Why it cannot be opened; nil when it can.
        public var problem: String?
        /// Whether it is plugged in.
        public var isPresent: Bool
        /// Whether it is the one in use.
        public var isCurrent: Bool

        /// A camera.
        public init(
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
    public struct Format: Sendable, Hashable {
        /// What `--format` takes: `high`, `1280x720@30/MJPG`.
        public var text: String
        /// What it means; empty where the text says all.
        public var help: String
        /// Whether it is asked for.
        public var isCurrent: Bool

        /// A format.
        public init(text: String, help: String = "", isCurrent: Bool = false) {
            self.text = text
            self.help = help
            self.isCurrent = isCurrent
        }
    }

    /// A control of the camera in use.
    public struct Control: Sendable, Hashable {
        /// Its number.
        public var id: UInt32
        /// Its name as `cameras set` takes it.
        public var key: String
        /// Its value as people read it.
        public var value: String
        /// What it takes, and its default.
        public var range: String
        /// How far through its range the value is, 0…1; nil where it has none.
        public var fraction: Double?
        /// Why it cannot be set now: `inactive`, `read-only`; nil when it can.
        public var refusal: String?

        /// A control.
        public init(
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
    public var cameras: [Camera] = []
    /// Presets and everything that the camera in use offers.
    public var formats: [Format] = []
    /// Controls of the camera in use.
    public var controls: [Control] = []
    /// What the focus of the camera in use can do, in a line; nil where that is not known.
    public var focus: String?
    /// Why there are no formats and controls; nil when there are.
    public var problem: String?

    /// Nothing known.
    public init() {}
}
