-- When `admin -- backup` has completed, so that `admin -- doctor` and an alert can warn if backups stop (decision 101).
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  finished_at timestamptz not null default now(),
  -- The number of rows and files in the backup, and the size of the files in bytes
  rows bigint not null,
  files bigint not null,
  bytes bigint not null
);
create index backup_runs_finished_at on backup_runs (finished_at);
