-- What the admin console shows about storage is computed by jobs, because listing a million files takes minutes
-- (decision 103).

-- The number and size of the stored files of each kind.
create table storage_totals (
  kind text primary key check (length(kind) between 1 and 20),
  files bigint not null check (files >= 0),
  bytes bigint not null check (bytes >= 0),
  measured_at timestamptz not null default now()
);

-- How much of the quota each person uses.
create table storage_usage (
  user_id uuid primary key references users on delete cascade,
  files integer not null,
  bytes bigint not null
);
create index storage_usage_largest on storage_usage (bytes desc, user_id);

-- The last runs of `verify` that the console started. The database guarantees one unfinished run.
create table integrity_checks (
  id uuid primary key default uuidv7(),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  requested_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  -- What has been checked so far
  items bigint not null default 0,
  files bigint not null default 0,
  bytes bigint not null default 0,
  -- The findings, at most a hundred of each kind, and their numbers (server/operations/verify/verify.ts)
  findings jsonb not null default '[]',
  counts jsonb not null default '{}'
);
create unique index integrity_checks_unfinished on integrity_checks ((true)) where state in ('waiting', 'running');

-- The lists of content in the console, newest first.
create index content_newest on content (created_at desc, id desc) where deleted_at is null;
create index content_newest_by_type on content (content_type, created_at desc, id desc) where deleted_at is null;
create index content_featured on content (created_at desc, id desc) where deleted_at is null and is_featured;
create index content_not_approved on content (created_at desc, id desc)
  where deleted_at is null and moderation <> 'approved';
create index content_not_ready on content (created_at desc, id desc)
  where deleted_at is null and stream_status <> 'ready';
