-- When the file of the video was last replaced. The retention curve counts only later views (decision 064). Replacements
-- before this migration, and replacements that a process of the previous release completes, have only `finished_at`.
alter table stream_replacements add column replaced_at timestamptz;
