// SPDX-License-Identifier: Apache-2.0
// Archives that others wrote, most of them to do harm, are made by Python's tarfile and zipfile.
#include "core/archive/archive.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/files.h"
#include "core/process/process.h"

namespace trena {
namespace {

using Texts = std::vector<std::string>;

void Expect(const std::string& part, const std::string& text) {
  EXPECT_PRED_FORMAT2(testing::IsSubstring, part, text);
}

constexpr char kHelpers[] = R"(
import io, stat, struct, tarfile, zipfile
REG, DIR = tarfile.REGTYPE, tarfile.DIRTYPE

def tar(archive, *entries, mode='w'):
    with tarfile.open(archive, mode) as file:
        for name, kind, content in entries:
            info = tarfile.TarInfo(name)
            info.type = kind
            if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
                info.linkname = content
                file.addfile(info)
            else:
                info.size = len(content)
                file.addfile(info, io.BytesIO(content))

def zip(archive, *entries, how=zipfile.ZIP_STORED):
    with zipfile.ZipFile(archive, 'w', how) as file:
        for name, content in entries:
            file.writestr(name, content)

def change(archive, new, function):
    with open(archive, 'rb') as file:
        content = bytearray(file.read())
    with open(new, 'wb') as file:
        file.write(function(content))
)";

class ArchiveTest : public testing::Test {
 protected:
  void SetUp() override { folder_ = MakeTemporaryFolder(testing::TempDir(), "archive-").value(); }
  void TearDown() override { fs::remove_all(folder_); }

  // Its output.
  std::string RunPython(const std::string& script) {
    ProcessOptions python;
    python.arguments = {"/usr/bin/python3", "-W", "ignore", "-c", kHelpers + script};
    python.environment = {{"PYTHONIOENCODING", "utf-8"}};
    python.folder = folder_;
    const ProcessResult ran = RunProcess(python).value();
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    return ran.output;
  }

  fs::path Path(const std::string& name) const { return folder_ / name; }

  // "path=bytes" for each file.
  Texts Read(const std::string& name, const ArchiveLimits& limits = {}) {
    Texts files;
    Status read = ReadArchive(Path(name), limits, [&](const ArchivedFile& file) {
      files.push_back(file.path + "=" + file.bytes);
      return Done{};
    });
    EXPECT_TRUE(read.ok()) << read.error().message();
    return files;
  }

  std::string Refusal(const std::string& name, const ArchiveLimits& limits = {}) {
    Status read = ReadArchive(Path(name), limits, [](const ArchivedFile&) { return Done{}; });
    EXPECT_FALSE(read.ok()) << name;
    if (read.ok()) return "";
    EXPECT_EQ(read.error().kind(), ErrorKind::kInput);
    Expect(name, read.error().message());
    return read.error().message();
  }

  std::string ListRefusal(const std::string& name, const ArchiveLimits& limits = {}) {
    Result<std::vector<std::string>> list = ListArchive(Path(name), limits);
    EXPECT_FALSE(list.ok()) << name;
    return list.ok() ? "" : list.error().message();
  }

  fs::path folder_;
};

TEST_F(ArchiveTest, ReadsTarAndZipPackedOrNot) {
  RunPython(R"(
folder = [('./', DIR, b''), ('./a/', DIR, b''), ('./a/b.txt', REG, b'two'), ('ação', REG, b'')]
tar('good.tar', *folder)
tar('good.tar.gz', *folder, mode='w:gz')
zip('good.zip', ('a/', b''), ('a/b.txt', b'two'), ('ação', b''), how=zipfile.ZIP_DEFLATED)
)");
  for (const char* name : {"good.tar", "good.tar.gz", "good.zip"}) {
    EXPECT_EQ(Read(name), (Texts{"a/b.txt=two", "ação="})) << name;
    EXPECT_EQ(ListArchive(Path(name)).value(), (Texts{"a/b.txt", "ação"})) << name;
  }
}

TEST_F(ArchiveTest, PathsThatLeadOutAreRefused) {
  RunPython(R"(
for name, path in (('up', 'a/../../b'), ('absolute', '/tmp/b'), ('end', 'a/..')):
    tar(name + '.tar', (path, REG, b'x'))
    zip(name + '.zip', (path, b'x'))
)");
  for (const std::string end : {".tar", ".zip"}) {
    Expect("`..`", Refusal("up" + end));
    Expect("`..`", Refusal("end" + end));
    Expect("`/tmp/b` is absolute", Refusal("absolute" + end));
    Expect("`..`", ListRefusal("up" + end));
  }
}

TEST_F(ArchiveTest, LinksAndDevicesAreRefused) {
  RunPython(R"(
tar('symlink.tar', ('a', tarfile.SYMTYPE, '/etc'), ('a/b', REG, b'x'))
tar('hardlink.tar', ('b', REG, b'x'), ('a', tarfile.LNKTYPE, 'b'))
link = zipfile.ZipInfo('a')
link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
zip('symlink.zip', (link, '/etc'))
tar('device.tar', ('a', tarfile.CHRTYPE, b''))
tar('pipe.tar', ('a', tarfile.FIFOTYPE, b''))
)");
  for (const char* name : {"symlink.tar", "hardlink.tar", "symlink.zip"}) {
    Expect("`a` is a link", Refusal(name));
    Expect("`a` is a link", ListRefusal(name));
  }
  Expect("`a` is no file", Refusal("device.tar"));
  Expect("`a` is no file", Refusal("pipe.tar"));
}

TEST_F(ArchiveTest, APathThatOccursTwiceIsRefused) {
  RunPython(R"(
tar('twice.tar', ('a', REG, b'x'), ('./a', REG, b'y'))
zip('twice.zip', ('a', b'x'), ('b', b'x'), ('./b', b'y'))
)");
  Expect("`a` occurs twice", Refusal("twice.tar"));
  Expect("`b` occurs twice", Refusal("twice.zip"));
}

TEST_F(ArchiveTest, AFileMayHaveAsManyBytesAsTheLimitAndNoMore) {
  RunPython(R"(
tar('bomb.tar.gz', ('a', REG, bytes(20 << 20)), mode='w:gz')
zip('bomb.zip', ('a', bytes(20 << 20)), how=zipfile.ZIP_DEFLATED)
)");
  constexpr uint64_t kBytes = uint64_t{20} << 20;
  for (const char* name : {"bomb.tar.gz", "bomb.zip"}) {
    EXPECT_EQ(Read(name, {.file_bytes = kBytes, .total_bytes = kBytes}).front().size(), kBytes + 2);
    Expect("more than 20971519 bytes", Refusal(name, {.file_bytes = kBytes - 1}));
    Expect("more than 20971519", ListRefusal(name, {.file_bytes = kBytes - 1}));
  }
}

TEST_F(ArchiveTest, SoMayAllFilesTogether) {
  RunPython(R"(
many = [('%d' % i, bytes(1 << 20)) for i in range(20)]
zip('many.zip', *many, how=zipfile.ZIP_DEFLATED)
tar('many.tar.gz', *[(name, REG, content) for name, content in many], mode='w:gz')
)");
  constexpr uint64_t kBytes = uint64_t{20} << 20;
  for (const char* name : {"many.tar.gz", "many.zip"}) {
    EXPECT_EQ(Read(name, {.total_bytes = kBytes}).size(), 20u);
    Expect("more than 20971519 bytes", Refusal(name, {.total_bytes = kBytes - 1}));
    Expect("more than 20971519", ListRefusal(name, {.total_bytes = kBytes - 1}));
  }
}

TEST_F(ArchiveTest, SizesThatLieAreFoundOut) {
  RunPython(R"(
size = 20 << 20
zip('bomb.zip', ('a', bytes(size)), how=zipfile.ZIP_DEFLATED)
change('bomb.zip', 'lying.zip', lambda b: b.replace(struct.pack('<I', size), struct.pack('<I', 3)))
zip('two.zip', ('a', b'x' * 600))
change('two.zip', 'longer.zip', lambda b: b.replace(struct.pack('<I', 600), struct.pack('<I', 700)))
)");
  // What it claims is within the limits, what it holds is not.
  size_t bytes = 0;
  EXPECT_FALSE(ReadArchive(Path("lying.zip"), {.file_bytes = 1 << 20}, [&](ArchivedFile file) {
                 bytes += file.bytes.size();
                 return Status(Done{});
               }).ok());
  EXPECT_EQ(bytes, 0u);
  EXPECT_NE(Refusal("longer.zip"), "");
}

TEST_F(ArchiveTest, EntriesAreCounted) {
  std::vector<ArchivedFile> files;
  for (int i = 0; i < 100'000; ++i) files.push_back({std::to_string(i), ""});
  ASSERT_TRUE(WriteFile(Path("many.zip"), ToArchive(ArchiveFormat::kZip, files).value()).ok());
  ASSERT_TRUE(WriteFile(Path("many.tar"), ToArchive(ArchiveFormat::kTar, files).value()).ok());
  for (const char* name : {"many.zip", "many.tar"}) {
    Expect("more than 10000 entries", Refusal(name));
    Expect("more than 10000 entries", ListRefusal(name));
    EXPECT_EQ(ListArchive(Path(name), {.entries = 100'000}).value().size(), 100'000u);
  }
}

TEST_F(ArchiveTest, WhatIsCutOffIsNoticed) {
  RunPython(R"(
tar('two.tar', ('a', REG, b'x' * 600), ('b', REG, b'y' * 600))
change('two.tar', 'cut_within.tar', lambda b: b[:512 + 300])
change('two.tar', 'cut_between.tar', lambda b: b[:512 + 1024])
change('two.tar', 'cut_end.tar', lambda b: b[:2 * (512 + 1024)])
zip('two.zip', ('a', b'x' * 600), ('b', b'y' * 600))
change('two.zip', 'cut.zip', lambda b: b[:len(b) // 2])
change('two.zip', 'cut_end.zip', lambda b: b[:-1])
open('empty', 'w').close()
open('none.zip', 'w').write('no archive at all, but long enough to be looked at\n' * 100)
)");
  EXPECT_EQ(Read("two.tar").size(), 2u);
  for (const char* name : {"cut_within.tar", "cut_between.tar", "cut_end.tar", "cut.zip",
                           "cut_end.zip", "empty", "none.zip"}) {
    EXPECT_NE(Refusal(name), "") << name;
    EXPECT_NE(ListRefusal(name), "") << name;
  }
}

TEST_F(ArchiveTest, AByteThatChangedIsNoticed) {
  RunPython(R"(
zip('two.zip', ('a', b'x' * 600), ('b', b'y' * 600))
change('two.zip', 'flipped.zip', lambda b: b.replace(b'yyy', b'yzy', 1))
)");
  Expect("CRC", Refusal("flipped.zip"));
}

TEST_F(ArchiveTest, AMissingArchiveSaysWhy) {
  Expect("nowhere.zip: No such file or directory", Refusal("nowhere.zip"));
}

TEST_F(ArchiveTest, TheListenersErrorEndsTheReading) {
  RunPython(R"(
zip('two.zip', ('a', b'x'), ('b', b'y'))
)");
  int heard = 0;
  Status read = ReadArchive(Path("two.zip"), {}, [&](const ArchivedFile&) -> Status {
    ++heard;
    return Error("enough");
  });
  ASSERT_FALSE(read.ok());
  Expect("two.zip: enough", read.error().message());
  EXPECT_EQ(heard, 1);
}

TEST_F(ArchiveTest, PythonReadsWhatIsWritten) {
  const std::vector<ArchivedFile> files = {{"a/b.txt", "two"}, {"ação", std::string(70'000, 'x')}};
  ASSERT_TRUE(WriteFile(Path("ours.zip"), ToArchive(ArchiveFormat::kZip, files).value()).ok());
  ASSERT_TRUE(WriteFile(Path("ours.tar"), ToArchive(ArchiveFormat::kTar, files).value()).ok());
  const std::string read = RunPython(R"(
z = zipfile.ZipFile('ours.zip')
print(z.testzip(), [(i.filename, i.file_size, i.compress_size, i.date_time) for i in z.infolist()])
t = tarfile.open('ours.tar')
print([(m.name, m.size, m.mtime, m.mode, m.uid) for m in t])
print(z.read('a/b.txt'), t.extractfile('a/b.txt').read())
)");
  EXPECT_EQ(read,
            "None [('a/b.txt', 3, 3, (1980, 1, 1, 0, 0, 0)), "
            "('ação', 70000, 70000, (1980, 1, 1, 0, 0, 0))]\n"
            "[('a/b.txt', 3, 0, 420, 0), ('ação', 70000, 0, 420, 0)]\n"
            "b'two' b'two'\n");
  for (const char* name : {"ours.zip", "ours.tar"}) {
    EXPECT_EQ(Read(name), (Texts{"a/b.txt=two", "ação=" + files[1].bytes})) << name;
  }
}

TEST_F(ArchiveTest, ATarOfNothingIsOne) {
  ASSERT_TRUE(WriteFile(Path("none.tar"), ToArchive(ArchiveFormat::kTar, {}).value()).ok());
  EXPECT_EQ(Read("none.tar"), Texts());
}

}  // namespace
}  // namespace trena
