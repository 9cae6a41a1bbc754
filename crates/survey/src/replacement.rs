//! Locks on files, and files that replace others whole.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use gehtauf_rules::RuleSet;
use tempfile::TempPath;

use crate::error::RecordError;
use crate::form::Form;
use crate::rows::Rows;
use crate::settings::Settings;

/// Opens a file and locks it against other processes of ours.
///
/// # Errors
/// Another process has the lock, or the system refuses.
pub(crate) fn open_and_lock(path: &Path, options: &OpenOptions) -> Result<File, RecordError> {
    loop {
        let file = options.open(path).map_err(RecordError::io(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordError::Busy(path.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(RecordError::io(path)(error)),
        }
        // Another file may have taken the name since, and it is that one which is to be locked.
        if has_name(&file, path) {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let ids = (file.metadata().map(id), fs::metadata(path).map(id));
    matches!(ids, (Ok(file), Ok(path)) if file == path)
}

/// Elsewhere no open file is replaced.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> bool {
    true
}

/// A file of records that is written whole under a name of its own, which nobody can guess, before
/// it takes the place of another. Gone without a trace if it never does; what a killed process leaves
/// behind goes when the same file is replaced again.
#[derive(Debug)]
pub(crate) struct Replacement {
    path: PathBuf,
    /// Whether there is a file to be replaced. Its lock is with the caller.
    is_there: bool,
    rows: Rows<File>,
    temporary: TempPath,
}

impl Replacement {
    /// Begins a file beside `path`. The file at `path`, if there is one, is given locked.
    pub fn begin(
        path: &Path,
        old: Option<&File>,
        form: Form,
        game: RuleSet,
        settings: Settings,
    ) -> Result<Replacement, RecordError> {
        let io = |error| RecordError::io(path)(error);
        let permissions = old.map(|old| old.metadata().map(|old| old.permissions()));
        // A link stays, and what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = path.parent().filter(|folder| folder != &Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.gehtauf-");
        remove_left_behind(folder, &prefix);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        if let Some(permissions) = for_all() {
            builder.permissions(permissions);
        }
        let temporary = builder.tempfile_in(folder).map_err(|error| {
            // The name of the temporary file, which is added to what the system said, tells nobody anything.
            let said = error.to_string();
            let said = said.split(" at path \"").next().unwrap_or_default();
            io(std::io::Error::new(error.kind(), said))
        })?;
        if let Some(permissions) = permissions {
            temporary.as_file().set_permissions(permissions.map_err(io)?).map_err(io)?;
        }
        let (file, temporary) = temporary.into_parts();
        file.lock().map_err(io)?;
        let rows = Rows::begin(file, form, game, settings);
        Ok(Replacement { path, is_there: old.is_some(), rows, temporary })
    }

    /// The rows of the file.
    pub fn rows(&mut self) -> &mut Rows<File> {
        &mut self.rows
    }

    /// Gives the file its name, once it is on the disk, and hands it over with the lock taken.
    pub fn finish(mut self) -> Result<Rows<File>, RecordError> {
        let io = |error| RecordError::io(&self.path)(error);
        self.rows.flush().map_err(io)?;
        self.rows.out().sync_all().map_err(io)?;
        let renamed = if self.is_there {
            self.temporary.persist(&self.path)
        } else {
            self.temporary.persist_noclobber(&self.path)
        };
        renamed.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => RecordError::Appeared(self.path.clone()),
            _ => RecordError::io(&self.path)(error.error),
        })?;
        sync_folder(&self.path);
        Ok(self.rows)
    }
}

/// Removes the files of killed processes, which nobody locks any more.
fn remove_left_behind(folder: &Path, prefix: &str) {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in names.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix)) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let file = if is_file { File::open(entry.path()).ok() } else { None };
        if file.is_some_and(|file| file.try_lock().is_ok()) {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Sees to it that a new name is on the disk too, where the system can.
pub(crate) fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| folder != &Path::new(""));
    // Not every system opens folders; the file itself is safe.
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}

/// The permissions of a new file: those that the user's mask leaves.
fn for_all() -> Option<Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    None
}
