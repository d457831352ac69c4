extension ItemForm {
    /// The export of Goodreads (My Books, Import and export).
    static let goodreads = ItemForm(
        name: "goodreads", title: "Goodreads", template: .books, marks: ["book id", "isbn13", "exclusive shelf"],
        columns: [
            .field("Book Id", "goodreads-id", .identifier), .field("Title", "name"), .field("Author", "creator"),
            .field("Author l-f", "author-l-f"), .field("Additional Authors", "additional-authors"),
            .field("ISBN", "isbn", .isbn(isLong: false, brackets: false)),
            .field("ISBN13", "isbn", .isbn(isLong: true, brackets: false)), .field("My Rating", "rating"),
            .field("Average Rating", "average-rating"), .field("Publisher", "brand"), .field("Binding", "format"),
            .field("Number of Pages", "pages"), .field("Year Published", "year"),
            .field("Original Publication Year", "original-publication-year"), .field("Date Read", "date-read"),
            .field("Date Added", "added", .time(separator: "/", hasClock: false)), .field("Bookshelves", "bookshelves"),
            .field("Bookshelves with positions", "bookshelves-with-positions"),
            .field("Exclusive Shelf", "exclusive-shelf"), .field("My Review", "review"), .field("Spoiler", "spoiler"),
            .field("Private Notes", "note"), .field("Read Count", "read-count"),
            .field("Owned Copies", "quantity", .copies), .field("Code", "code"),
        ],
        prefix: "goodreads", page: { "https://www.goodreads.com/book/show/\($0)" })

    /// The reading log that Open Library exports (My Books, Settings, Import and Export Options), with the book's number behind it.
    static let openLibrary = ItemForm(
        name: "openlibrary", title: "Open Library", template: .books, marks: ["work id", "edition id", "bookshelf"],
        columns: [
            .field("Work ID", "work-id"), .field("Title", "name"), .field("Authors", "creator"),
            .field("First Publish Year", "year"), .field("Edition ID", "edition-id", .identifier),
            .field("Edition Count", "edition-count"), .field("Bookshelf", "bookshelf"),
            .field("My Ratings", "rating"), .field("Ratings Average", "ratings-average"),
            .field("Ratings Count", "ratings-count"), .field("Has Ebook", "has-ebook"),
            .field("Subjects", "subjects"), .field("Subject People", "subject-people"),
            .field("Subject Places", "subject-places"), .field("Subject Times", "subject-times"),
            .field("ISBN", "isbn", .isbn(isLong: true, brackets: false)), .field("Code", "code"),
        ],
        prefix: "openlibrary", page: { "https://openlibrary.org/books/\($0)" })

    /// The export of LibraryThing (More, Import/Export), which has tabs or commas.
    static let libraryThing = ItemForm(
        name: "librarything", title: "LibraryThing", template: .books, marks: ["primary author", "entry date"],
        columns: [
            .field("Book Id", "librarything-id", .identifier), .field("Title", "name"),
            .field("Sort Character", "sort-character"), .field("Primary Author", "creator"),
            .field("Primary Author Role", "primary-author-role"), .field("Secondary Author", "additional-authors"),
            .field("Secondary Author Roles", "secondary-author-roles"), .field("Publication", "brand"),
            .field("Date", "year"), .field("Review", "review"), .field("Rating", "rating"), .field("Comment", "note"),
            .field("Private Comment", "private-comment"), .field("Summary", "summary"), .field("Media", "format"),
            .field("Physical Description", "physical-description"), .field("Weight", "weight"),
            .field("Height", "height"), .field("Thickness", "thickness"), .field("Length", "length"),
            .field("Dimensions", "dimensions"), .field("Page Count", "pages"), .field("LCCN", "lccn"),
            .field("Acquired", "acquired"), .field("Date Started", "date-started"), .field("Date Read", "date-read"),
            .field("Barcode", "own-barcode"), .field("BCID", "bcid"), .field("Tags", "tags"),
            .field("Collections", "collections"), .field("Languages", "languages"),
            .field("Original Languages", "original-languages"), .field("LC Classification", "lc-classification"),
            .field("ISBN", "isbn", .isbn(isLong: false, brackets: true)),
            .field("ISBNs", "isbn", .isbn(isLong: true, brackets: false)), .field("Subjects", "subjects"),
            .field("Dewey Decimal", "dewey-decimal"), .field("Dewey Wording", "dewey-wording"),
            .field("Other Call Number", "other-call-number"), .field("Copies", "quantity", .copies),
            .field("Source", "source"), .field("Entry Date", "added", .time(separator: "-", hasClock: false)),
            .field("From Where", "from-where"), .field("OCLC", "oclc"), .field("Work id", "librarything-work-id"),
            .field("Lending Patron", "lending-patron"), .field("Lending Status", "lending-status"),
            .field("Lending Start", "lending-start"), .field("Lending End", "lending-end"),
            .field("List Price", "list-price"), .field("Purchase Price", "price"), .field("Value", "value"),
            .field("Condition", "condition"), .field("ISSN", "issn"), .field("Code", "code"),
        ],
        prefix: "librarything", page: { "https://www.librarything.com/work/book/\($0)" })
}
