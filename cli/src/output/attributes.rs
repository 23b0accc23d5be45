//! Extended attributes of files: access control lists among them.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{XattrFlags, fremovexattr, fsetxattr, getxattr, listxattr};
use rustix::io::Errno;

/// The greatest length of a value, and of a list of names.
const LONGEST: usize = 64 * 1024;

/// POSIX.1e. Where there is one, the permissions of the group are no more than its mask.
const ACL: &str = "system.posix_acl_access";

/// Gives a file the attributes of another: access control lists, a label, and what users have
/// attached.
///
/// # Errors
/// A list or a user's attribute cannot be set: the file would be open to others, or data would be
/// lost. (Only the system may set some labels.)
pub(crate) fn copy(from: &Path, to: &File) -> io::Result<()> {
    let (mut names, mut value) = (vec![0; LONGEST], vec![0; LONGEST]);
    let len = match listxattr(from, &mut names[..]) {
        Err(Errno::NOTSUP) => return Ok(()),
        result => result.map_err(|error| not_copied(b"attributes", error))?,
    };
    // The new file may have inherited a list from its folder.
    match fremovexattr(to, ACL) {
        Ok(()) | Err(Errno::NODATA | Errno::NOTSUP) => {}
        Err(error) => return Err(not_copied(ACL.as_bytes(), error)),
    }
    for name in names[..len].split(|&byte| byte == 0) {
        let (is_access, is_users) = (name.starts_with(b"system."), name.starts_with(b"user."));
        if !is_access && !is_users && name != b"security.selinux" {
            continue;
        }
        let len = match getxattr(from, name, &mut value[..]) {
            Ok(len) => len,
            Err(Errno::NODATA) => continue,
            Err(_) if !is_access => continue,
            Err(error) => return Err(not_copied(name, error)),
        };
        match fsetxattr(to, name, &value[..len], XattrFlags::empty()) {
            Err(error) if is_access || is_users => return Err(not_copied(name, error)),
            _ => {}
        }
    }
    Ok(())
}

fn not_copied(name: &[u8], error: Errno) -> io::Error {
    let error = io::Error::from(error);
    io::Error::new(error.kind(), format!("its {} cannot be copied: {error}", name.escape_ascii()))
}
