/// The columns of a shop's export where their usual names would mislead, as data: the first shop counts whose `signs` are all there.
///
/// Names are in the form of `GuestColumn.plain`. What a shop does not say is found by the usual names.
struct GuestShop {
    let name: String
    /// The columns that tell its export from others.
    let signs: [String]
    /// The columns that say a field, the better ones first; none where the export does not have it whatever a column is called.
    let columns: [GuestColumn: [String]]

    init(_ name: String, signs: String, _ columns: [GuestColumn: String]) {
        (self.name, self.signs) = (name, Self.list(signs))
        self.columns = columns.mapValues(Self.list)
    }

    private static func list(_ names: String) -> [String] {
        names.isEmpty ? [] : names.split(separator: ",").map { GuestColumn.plain(String($0)) }
    }

    /// The shop of a file's columns; nil for none that is known.
    static func of(_ columns: [String]) -> GuestShop? {
        all.first { $0.signs.allSatisfy(columns.contains) }
    }

    static let all = [
        // Orders with several tickets have rows of the same “Order #”; “Group” is that of team registrations.
        GuestShop(
            "Eventbrite", signs: "Order #, Attendee #",
            [
                .number: "Barcode #, Barcode, Attendee #", .name: "Attendee name", .givenName: "First Name",
                .familyName: "Last Name, Surname", .group: "Ticket Type, Group", .people: "Quantity",
                .status: "Attendee Status", .checkedIn: "Checked In, Checked in date, Check-In Date", .note: "Notes",
            ]),
        // src/pretix/base/exporters/orderlist.py, sheet of positions. Its pseudonymization id is on no ticket.
        GuestShop(
            "pretix, order positions", signs: "Order code, Position ID",
            [
                .number: "Ticket secret, Secret", .name: "Attendee name", .group: "Product, Variation",
                .seat: "Seat name, Seat ID", .status: "Status", .revoked: "Blocked", .note: "Order comment",
                .validFrom: "Valid from", .validUntil: "Valid until",
            ]),
        // src/pretix/plugins/checkinlists/exporters.py.
        GuestShop(
            "pretix, check-in list", signs: "Order code, Attendee name, Checked in",
            [
                .number: "Secret, Ticket secret", .name: "Attendee name", .group: "Product",
                .seat: "Seat name, Seat ID",
                .checkedIn: "Checked in", .paid: "Paid", .note: "Comment", .attention: "Requires special attention",
            ]),
        // “Number” counts the rows, and “Ticket” is the kind.
        GuestShop(
            "Tito", signs: "Ticket Reference, Unique Ticket URL",
            [
                .number: "Ticket Reference", .name: "Ticket Full Name", .givenName: "Ticket First Name",
                .familyName: "Ticket Last Name", .group: "Ticket", .revoked: "Void Status", .note: "",
                .checkedIn: "Checked In, Checked In At",
            ]),
        // The code on the screen is the whole address.
        GuestShop(
            "Luma", signs: "approval_status, qr_code_url",
            [
                .number: "qr_code_url", .name: "name", .givenName: "first_name", .familyName: "last_name",
                .group: "ticket_name", .status: "approval_status", .checkedIn: "checked_in_at",
            ]),
        // The id of an attendee is not on the ticket.
        GuestShop(
            "Cooltix", signs: "Attendee ID, Voucher Code, Order ID",
            [.number: "Voucher Code", .name: "Attendee Name, Customer Name", .group: "Ticket Type, Ticket Name"]),
        GuestShop(
            "Eventix", signs: "barcode, ticket_invalidated",
            [
                .number: "barcode", .givenName: "first_name", .familyName: "last_name", .group: "ticket_name",
                .status: "order_status", .revoked: "ticket_invalidated",
            ]),
        GuestShop(
            "Universe", signs: "Ticket ID, Date Attending",
            [
                .number: "Ticket ID", .givenName: "First Name", .familyName: "Last Name", .group: "Ticket Type",
                .status: "Ticket Status", .checkedIn: "Checked In, Check-in Time",
            ]),
        // src/Tribe/Attendees_Table.php: what is scanned is the security code.
        GuestShop(
            "The Events Calendar", signs: "Security Code, Ticket #",
            [
                .number: "Security Code", .name: "Ticket Holder Name, Attendee Name, Purchaser name",
                .group: "Ticket type, Ticket", .status: "Status, Order Status", .checkedIn: "Check in, Checked in",
            ]),
        // Who answers yes is let in; “Guests” counts those who come along.
        GuestShop(
            "Meetup", signs: "Name, RSVP, User ID", [.number: "User ID", .name: "Name", .status: "RSVP", .note: ""]),
    ]
}
