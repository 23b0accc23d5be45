//! Access control lists and other attributes of replaced files.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use rustix::fs::{XattrFlags, getxattr, setxattr};

use crate::support::{Folder, run, skipped};

const ACL: &str = "system.posix_acl_access";
const DEFAULT_ACL: &str = "system.posix_acl_default";

/// Linux's `posix_acl_xattr`: the owner may read and write, this user too, the mask allows reading,
/// and all others have no access.
fn acl(user: u32) -> Vec<u8> {
    let entries = [
        (0x01_u16, 6_u16, u32::MAX),
        (0x02, 6, user),
        (0x04, 0, u32::MAX),
        (0x10, 4, u32::MAX),
        (0x20, 0, u32::MAX),
    ];
    let bytes = |(tag, permissions, id): (u16, u16, u32)| {
        [&tag.to_le_bytes()[..], &permissions.to_le_bytes(), &id.to_le_bytes()].concat()
    };
    [2_u32.to_le_bytes().to_vec()]
        .into_iter()
        .chain(entries.map(bytes))
        .collect::<Vec<_>>()
        .concat()
}

/// Sets the attribute; false if the file system has none.
fn set(path: &str, name: &str, value: &[u8]) -> bool {
    let set = setxattr(path, name, value, XattrFlags::empty());
    if let Err(error) = set {
        skipped(format_args!("the file system takes no {name}: {error}"));
    }
    set.is_ok()
}

fn get(path: &str, name: &str) -> Option<Vec<u8>> {
    let mut value = vec![0; 1000];
    let len = getxattr(path, name, &mut value[..]).ok()?;
    value.truncate(len);
    Some(value)
}

fn mode(path: &str) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

/// Ways to replace a file.
const WAYS: [&[&str]; 3] = [&["-i"], &["-i.bak"], &["-o"]];

fn decode(way: &[&str], file: &str) {
    let args = [&["decode"][..], way, &[file, file]].concat();
    run(&args[..args.len() - usize::from(way != ["-o"])], "").gave(0, "");
    assert_eq!(fs::read(file).expect("it is there"), b"A\n");
}

#[test]
fn those_of_users_stay() {
    let folder = Folder::new();
    for way in WAYS {
        let file = folder.file("file", "%41\n");
        if !set(&file, "user.origin", b"somewhere") || !set(&file, "user.empty", b"") {
            return;
        }
        decode(way, &file);
        assert_eq!(
            (get(&file, "user.origin"), get(&file, "user.empty")),
            (Some(b"somewhere".to_vec()), Some(Vec::new())),
            "{way:?}"
        );
        fs::remove_file(&file).expect("it is ours");
    }
    assert_eq!(get(&folder.path("file.bak"), "user.origin"), Some(b"somewhere".to_vec()));
}

#[test]
fn access_control_lists_stay() {
    let folder = Folder::new();
    for way in WAYS {
        let file = folder.file("file", "%41\n");
        if !set(&file, ACL, &acl(54321)) {
            return;
        }
        assert_eq!(mode(&file), 0o640, "the digit of the group is the mask");
        decode(way, &file);
        assert_eq!((get(&file, ACL), mode(&file)), (Some(acl(54321)), 0o640), "{way:?}");
        fs::remove_file(&file).expect("it is ours");
    }
    assert_eq!(get(&folder.path("file.bak"), ACL), Some(acl(54321)));
}

#[test]
fn defaults_of_a_folder_are_for_new_files() {
    let folder = Folder::new();
    for way in WAYS {
        let file = folder.file("file", "%41\n");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
        if !set(&folder.path(""), DEFAULT_ACL, &acl(54321)) {
            return;
        }
        decode(way, &file);
        assert_eq!((get(&file, ACL), mode(&file)), (None, 0o640), "{way:?}");
        rustix::fs::removexattr(folder.path(""), DEFAULT_ACL).expect("it is ours");
        fs::remove_file(&file).expect("it is ours");
    }
}
