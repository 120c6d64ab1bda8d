-- Scheduled broadcasts (decision 083). The item has the stream_status 'live', and gets a row in `broadcasts` when the
-- creator starts the broadcast.
create table scheduled_broadcasts (
  content_id uuid primary key references content on delete cascade,
  user_id uuid not null references users on delete cascade,
  state text not null default 'scheduled' check (state in ('scheduled', 'started', 'cancelled', 'expired')),
  starts_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index scheduled_broadcasts_by_start on scheduled_broadcasts (starts_at) where state = 'scheduled';
create index scheduled_broadcasts_of_person on scheduled_broadcasts (user_id);
create trigger scheduled_broadcasts_pages after insert or update on scheduled_broadcasts
  for each statement execute function tell_pages();

-- The members who want to be notified when a scheduled broadcast starts.
create table broadcast_reminders (
  content_id uuid not null references scheduled_broadcasts on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (content_id, user_id)
);
create index broadcast_reminders_of_person on broadcast_reminders (user_id);
