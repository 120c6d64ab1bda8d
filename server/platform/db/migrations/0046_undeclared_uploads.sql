-- An upload may be announced without the name and size of its file; its multipart POST brings both. Until then `file_name` is empty and
-- `file_size` is the most its type allows. The previous release, which knows no such uploads, refuses their bytes as a mismatch.
alter table uploads add column is_declared boolean not null default true;
