extension ItemForm {
    /// The export of a collection on Discogs (Collection, Export).
    static let discogs = ItemForm(
        name: "discogs", title: "Discogs", template: .music, marks: ["catalog#", "release_id"],
        columns: [
            .field("Catalog#", "catalogue-number"), .field("Artist", "creator"), .field("Title", "name"),
            .field("Label", "brand"), .field("Format", "format"), .field("Rating", "rating"),
            .field("Released", "year"), .field("release_id", "release-id", .identifier),
            .field("CollectionFolder", "folder"),
            .field("Date Added", "added", .time(separator: "-", hasClock: true)),
            .field("Collection Media Condition", "condition"),
            .field("Collection Sleeve Condition", "sleeve-condition"), .field("Collection Notes", "note"),
            .field("Code", "code"),
        ],
        prefix: "discogs", page: { "https://www.discogs.com/release/\($0)" })
}
