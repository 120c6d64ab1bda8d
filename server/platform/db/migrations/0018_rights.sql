-- What is one's own to take along, and where one is signed in.

-- One copy of somebody's data. The file lies at exports/{user_id}/{id}.zip until it expires.
create table exports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz,
  bytes bigint check (bytes > 0),
  check ((ready_at is null) = (expires_at is null) and (ready_at is null) = (bytes is null))
);
create unique index exports_waiting on exports (user_id) where ready_at is null;
create index exports_user on exports (user_id, requested_at desc);

-- In a few words, 'Firefox on Windows', for the list of sessions; never what the browser says of itself in full.
update sessions set user_agent = null where user_agent is not null;

-- When somebody who has turned twenty was told that the account can only be read now.
alter table profiles add column farewell_at timestamptz;

-- Figures of a quarter that is over, counted once from the real tables: what is deleted later changes no number, and nobody can
-- learn of one case by asking twice.
create table transparency (
  quarter text primary key check (quarter ~ '^[0-9]{4}-Q[1-4]$'),
  figures jsonb not null,
  counted_at timestamptz not null default now()
);
