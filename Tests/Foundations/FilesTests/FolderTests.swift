import Glibc
import Testing

@testable import Files

@Suite struct FolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func foldersThatAreMissingAreMadeForTheirOwnerAlone() throws {
        #expect(Folder.make(folder.file("a/b/c")) == 0)
        for name in ["a", "a/b", "a/b/c"] { #expect(permissions(folder.file(name)) == 0o700) }
        #expect(Folder.make(folder.file("a/b/c/")) == 0)
        #expect(Folder.make("/") == 0)
        #expect(Folder.make(".") == 0)
    }

    @Test func aFolderThatIsThereIsLeftAsItIs() throws {
        try #require(mkdir(folder.file("a"), 0o700) == 0)
        try #require(chmod(folder.file("a"), 0o755) == 0)
        #expect(Folder.make(folder.file("a")) == 0)
        #expect(permissions(folder.file("a")) == 0o755)
        try #require(symlink("a", folder.file("link")) == 0)
        #expect(Folder.make(folder.file("link")) == 0, "a link to one is one")
        #expect(Folder.make(folder.file("link/b")) == 0)
        #expect(Folder.contains(folder.file("a/b")))
    }

    @Test func whatIsInTheWayIsTold() throws {
        _ = try folder.write([], to: "file")
        #expect(Folder.make(folder.file("file")) == EEXIST)
        #expect(Folder.make(folder.file("file/a/b")) == ENOTDIR)
        try #require(symlink("nowhere", folder.file("link")) == 0)
        #expect(Folder.make(folder.file("link")) == EEXIST)
        #expect(Folder.make(folder.file(String(repeating: "n", count: 256))) == ENAMETOOLONG)
        #expect(Folder.make("") == ENOENT)
    }

    @Test func allNamesAreListedAndWhichAreFolders() throws {
        for name in ["file", ".hidden"] { _ = try folder.write([], to: name) }
        try #require(mkdir(folder.file("sub"), 0o700) == 0)
        for (name, target) in [("to-folder", "sub"), ("to-file", "file"), ("to-nothing", "nowhere")] {
            try #require(symlink(target, folder.file(name)) == 0)
        }
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        let entries = try #require(Folder.entries(in: folder.path)).sorted { $0.name < $1.name }
        #expect(entries.map(\.name) == [".hidden", "file", "pipe", "sub", "to-file", "to-folder", "to-nothing"])
        #expect(entries.filter(\.isFolder).map(\.name) == ["sub", "to-folder"])
        #expect(Folder.names(in: folder.path)?.sorted() == entries.map(\.name))
        #expect(Folder.names(in: folder.file("sub")) == [])
    }

    @Test func whatCannotBeListedSaysWhy() throws {
        _ = try folder.write([], to: "file")
        for (name, code) in [("none", ENOENT), ("file", ENOTDIR)] {
            let names = Folder.names(in: folder.file(name))
            let told = errno
            #expect(names == nil && told == code, "\(name)")
            #expect(Folder.entries(in: folder.file(name)) == nil)
        }
    }

    @Test func whatIsThereIsContained() throws {
        let file = try folder.write([], to: "file")
        try #require(symlink("nowhere", folder.file("link")) == 0)
        #expect(Folder.contains(file) && Folder.contains(folder.path))
        #expect(!Folder.contains(folder.file("none")) && !Folder.contains(folder.file("link")))
    }
}
