-- People who have not been asked whether they want to sync their watch history have no row.
create table watch_history_settings (
  user_id uuid primary key references users on delete cascade,
  state text not null check (state in ('on', 'paused', 'off')),
  changed_at timestamptz not null default now()
);

-- Only the person can read these rows.
create table watch_history (
  user_id uuid not null references users on delete cascade,
  content_id uuid not null references content on delete cascade,
  seconds integer not null check (seconds >= 0),
  watched_at timestamptz not null default now(),
  primary key (user_id, content_id)
);
create index watch_history_newest on watch_history (user_id, watched_at desc, content_id desc);
create index watch_history_by_content on watch_history (content_id);
create index watch_history_by_age on watch_history (watched_at);
