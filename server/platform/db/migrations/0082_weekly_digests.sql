-- The people who get a weekly email. `next_at` is when their next email is due.
create table weekly_digest_settings (
  user_id uuid primary key references users on delete cascade,
  next_at timestamptz not null,
  -- The next email covers what is newer than this.
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index weekly_digest_settings_due on weekly_digest_settings (next_at);

-- One row per person and week, so that a person gets at most one email per week. `week` is the Saturday.
create table weekly_digests (
  user_id uuid not null references users on delete cascade,
  week date not null,
  created_at timestamptz not null default now(),
  primary key (user_id, week)
);
create index weekly_digests_by_age on weekly_digests (created_at);
