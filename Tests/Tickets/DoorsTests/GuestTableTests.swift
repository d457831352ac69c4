import Files
import Foundation
import Testing

@testable import Doors

@Suite struct GuestTableTests {
    private func table(_ csv: [UInt8], columns: [GuestColumn: String] = [:]) throws -> GuestTable {
        var pieces = [csv]
        return try GuestTable({ pieces.popLast() }, columns: columns)
    }

    private func guests(_ csv: String, columns: [GuestColumn: String] = [:]) throws -> [Guest] {
        var guests: [Guest] = []
        try table(Array(csv.utf8), columns: columns).forEach { guests.append($0) }
        return guests
    }

    private func refusal(_ csv: String) -> String {
        do { return "taken: \(try guests(csv).map(\.number))" } catch { return "\(error)" }
    }

    @Test func columnsAreFoundByTheNamesOfShopsInSeveralLanguages() throws {
        for (head, row) in [
            // pretix, check-in list.
            (
                "Order code,Attendee name,Product,Price,Checked in,Paid,Secret,Comment,Seat name",
                "ABC,Ada Lovelace,Press,12.00,,Yes,A-1,step free,Row 1 Seat 2"
            ),
            ("Barcode #,Ticket Type,First Name,Surname,Notes,Seat", "A-1,Press,Ada,Lovelace,step free,Row 1 Seat 2"),
            (
                "barcode\tticket_name\tfirst_name\tlast_name\tremarks\tseat_number",
                "A-1\tPress\tAda\tLovelace\tstep free\tRow 1 Seat 2"
            ),
            ("Strichcode;Kategorie;Vorname;Name;Bemerkung;Sitzplatz", "A-1;Press;Ada;Lovelace;step free;Row 1 Seat 2"),
            ("Code-barres;Tarif;Prénom;Nom;Remarque;Siège", "A-1;Press;Ada;Lovelace;step free;Row 1 Seat 2"),
            (
                "Código de barras;Tipo de entrada;Nombre;Apellidos;Notas;Asiento",
                "A-1;Press;Ada;Lovelace;step free;Row 1 Seat 2"
            ),
            ("Codice a barre;Gruppo;Nome;Cognome;Commento;Posto", "A-1;Press;Ada;Lovelace;step free;Row 1 Seat 2"),
            (
                "Streepjescode;Groep;Voornaam;Achternaam;Opmerking;Stoel",
                "A-1;Press;Ada;Lovelace;step free;Row 1 Seat 2"
            ),
        ] {
            let guest = try #require(try guests("\u{FEFF}\(head)\r\n\(row)\r\n").first)
            #expect(guest.number == "A-1", "\(head)")
            #expect(guest.name == "Ada Lovelace", "\(head)")
            #expect(guest.group == "Press" && guest.note == "step free" && guest.seat == "Row 1 Seat 2", "\(head)")
            #expect(guest.revoked == nil, "\(head)")
        }
    }

    @Test func namesAreJoinedOfTheirParts() throws {
        #expect(try guests("number,first name\n1,Ada\n").map(\.name) == ["Ada"])
        #expect(try guests("number,last name\n1,Silva\n").map(\.name) == ["Silva"])
        #expect(try guests("number,name,first name\n1,Ada Silva,Ada\n").map(\.name) == ["Ada Silva"])
        #expect(try guests("number,name,first name\n1,Johnson,Jo\n").map(\.name) == ["Jo Johnson"])
        #expect(
            try guests("number,name,first name,last name\n1,Dr. A. Silva,Ada,Silva\n").map(\.name) == ["Dr. A. Silva"])
        #expect(try guests("number,name,first name\n1,,\n").map(\.name) == [nil])
    }

    @Test func whatIsFoundAndWhatIsNotUsedIsTold() throws {
        let table = try table(Array("Barcode,Price,Vorname,E-mail,\n1,2,3,4,\n".utf8), columns: [.note: "price"])
        #expect(table.found.map(\.column) == [.number, .givenName, .note])
        #expect(table.found.map(\.name) == ["Barcode", "Vorname", "Price"])
        #expect(table.unused == ["E-mail"])
        let codes = try self.table(Array("A-1\nA-2\n".utf8))
        #expect(codes.found.isEmpty && codes.unused.isEmpty)
        // A column that is named is not taken for another as well.
        let named = try self.table(Array("code,ticket\nx,y\n".utf8), columns: [.seat: "Code"])
        #expect(named.found.map(\.name) == ["ticket", "code"])
    }

    @Test func ordersThatCountNoMoreAreRevoked() throws {
        func revoked(_ csv: String) throws -> [String?] { try guests(csv).map(\.revoked) }
        #expect(
            try revoked("Ticket secret,Status\na,paid\nb,Canceled\nc,\nd,refunded (2026)\ne,checked in\n") == [
                nil, "by the guest list: Canceled", nil, "by the guest list: refunded (2026)",
                "by the guest list: checked in already",
            ])
        #expect(
            try revoked("number,revoked\na,paid\nb,yes\nc,nein\nd,by Ana\n") == [
                nil, "by the guest list", nil, "by the guest list: by Ana",
            ])
        #expect(try revoked("number;storniert\na;ja\nb;\n") == ["by the guest list", nil])
        // An amount is no word.
        #expect(
            try revoked("number,paid\na,No\nb,Yes\nc,0\nd,12.50\ne,\n") == [
                "by the guest list: not paid", nil, nil, nil, nil,
            ])
        #expect(
            try guests("number,requires special attention,comment\na,Yes,step free\nb,No,x\nc,yes,\n").map(\.note) == [
                "special attention: step free", "x", "special attention",
            ])
    }

    @Test(arguments: [
        "number,name\n\"1,unclosed\n2,b\n", "number,name\n1,\"unclosed\n2,b\n",
        "number,name\n1,\"unclosed\n2,\"b\"\n", "number,price,name\n1,\"2,a\n2,\"3\",b\n", "\"number,name\n1,a\n",
    ]) func rowsThatAQuotationMarkRanTogetherAreRefused(_ csv: String) {
        #expect(refusal(csv).contains("quotation mark"))
    }

    @Test func rowsThatCannotBeRightAreRefusedWithTheirLine() throws {
        #expect(refusal("number,name\n1,Ada\n2,Silva, Ana\n").hasPrefix("line 3 of the guest list: it has 3 cells"))
        #expect(try guests("number,name\n1,Ada,,\n").count == 1)
        #expect(refusal("number,name\n,Ada\n") == "line 2 of the guest list: it has no number")
        #expect(refusal("number,people\n1,many\n").hasPrefix("line 2 of the guest list: “many”"))
        #expect(refusal("a,b\n1,2\n").contains("--column number=NAME"))
        #expect(refusal("").contains("empty"))
        #expect(throws: UserError.self) {
            try table(Array("number,name\n1,J".utf8) + [0xFC] + Array("rgen\n".utf8)).forEach { _ in }
        }
        // What is not used may be in any charset.
        try table(Array("number,city\n1,K".utf8) + [0xF6] + Array("ln\n".utf8)).forEach { #expect($0.number == "1") }
        #expect(try guests("number,note\n1,\"two\nlines\"\n").map(\.note) == ["two\nlines"])
    }

    @Test(arguments: [
        "wc-cancelled", "wc-refunded", "failed", "Charged back", "deleted", "Revoked", "Invalid", "declined", "trash",
        "Storniert", "Abgelaufen", "Pending", "unpaid", "on-hold", "Not Attending", " canceled ", "\u{A0}Cancelled",
        "annulée", "Geannuleerd",
    ]) func ordersThatEndedAreTurnedAway(_ state: String) throws {
        for head in ["Barcode,Status", "Barcode, status", "barcode,\u{A0}Order Status ", "Barcode,Attendee Status"] {
            #expect(
                try guests("\(head)\nB1,\(state)\n")[0].revoked?.hasPrefix("by the guest list: ") == true, "\(head)")
        }
        // Any of several columns ends it.
        #expect(try guests("Barcode,Status,Order Status\nB1,Valid,\(state)\n")[0].revoked != nil)
        #expect(try guests("Barcode,Order Status,Status\nB1,\(state),Valid\n")[0].revoked != nil)
    }

    @Test(arguments: ["wc-completed", "Paid", "Attending", "Not Checked In", "processing", "bezahlt", "", "Valid"])
    func ordersThatCountAreLetIn(_ state: String) throws {
        var pieces = [Array("Barcode,Status\nB1,\(state)\n".utf8)]
        let table = try GuestTable { pieces.popLast() }
        let summary = try table.forEach { #expect($0.revoked == nil) }
        #expect(summary.revoked == 0 && summary.remarks.isEmpty)
    }

    @Test func whatIsUnclearIsTold() throws {
        func summary(_ csv: String) throws -> GuestListSummary {
            var pieces = [Array(csv.utf8)]
            return try GuestTable { pieces.popLast() }.forEach { _ in }
        }
        let states = try summary("code,status\n1,zugestellt\n2,zugestellt\n3,paid\n")
        #expect(states.revoked == 0)
        #expect(states.remarks == ["guests with these unknown states are admitted: “zugestellt” (2)"])
        let revoked = try summary("code,blocked\n1,Nein\n2,N/A\n3,off\n4,non\n5,\n6,zurückgegeben\n")
        #expect(revoked.revoked == 1)
        #expect(revoked.remarks.first?.contains("turned away") == true)
        let twice = try summary("code,name\n1,Ada\n2,Ben\n1,Bob\n3,Cem\n")
        #expect(twice.repeated == 1 && twice.remarks.first?.contains("line 4 replaces line 2, 1") == true)
        #expect(refusal("Ticket,Name\nGA,Ada\nGA,Ben\nGA,Cem\nGA,Dan\nVIP,Eve\n").contains("--column number=NAME"))
        #expect(try guests("Ticket,Order ID,Security Code\nGA,1,a\nGA,2,b\n").map(\.number) == ["a", "b"])
        #expect(try guests("Number,Barcode\n1,a\n2,b\n").map(\.number) == ["a", "b"])
    }

    @Test func charsetsAndHeadsOfSpreadsheetsAreToldOrTaken() throws {
        #expect(try guests("sep=;\nBarcode;Name\nA-1;Ada\n").map(\.name) == ["Ada"])
        #expect(
            try guests("\u{FEFF}sep=;\r\n Barcode ;Name\r\nA-1;Ada\r\n", columns: [.seat: "name"]).map(\.seat) == [
                "Ada"
            ])
        #expect(try guests(" Barcode ,Order\nA-1,7\n", columns: [.number: "Barcode"]).map(\.number) == ["A-1"])
        func wide(_ text: String, mark: Bool) -> [UInt8] {
            (mark ? [0xFF, 0xFE] : []) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        for list in ["number,name\n1001,Ada\n2002,Bo\n", "1001\n2002\n"] {
            var numbers: [String] = []
            try table(wide(list, mark: true)).forEach { numbers.append($0.number) }
            #expect(numbers == ["1001", "2002"])
            #expect {
                try table(wide(list, mark: false)).forEach { _ in }
            } throws: { "\($0)".contains("UTF-16") }
        }
        #expect(refusal("number,name\n7\0secret,Ada\n").contains("NUL"))
    }

    @Test func numbersThatASpreadsheetHasShortenedAreRefused() throws {
        #expect(
            refusal("number,name\n1,Ada\n3.40269E+22,Bo\n")
                == "line 3 of the guest list: “3.40269E+22” is a number that a spreadsheet has shortened: format its column as text, and export the table again"
        )
        #expect(refusal("\"4,00638E+12\"\n1002\n").hasPrefix("line 1 of the guest list: “4,00638E+12” is"))
        // Prices and codes of other forms are taken.
        #expect(try guests("number,note\nE+22,3.40269E+22\n").map(\.number) == ["E+22"])
    }

    @Test func aNumberIsOneHoweverItIsTyped() throws {
        #expect(try guests("number,seat\n\u{A0} 1 ,\u{A0}A1 \n").map(\.number) == ["1"])
        #expect(
            try guests("number\nMu\u{308}ller-1\n").first.map { Array($0.number.utf8) } == Array("M\u{FC}ller-1".utf8))
    }
}
