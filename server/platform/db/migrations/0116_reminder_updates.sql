-- Notifications about cancelled and rescheduled broadcasts, for members who have set a reminder (decision 084).

-- The start time that the member knows, and when the member was last told about a new one. Rows that the previous
-- release adds have no known start time, so these members are told about the next change.
alter table broadcast_reminders add column known_starts_at timestamptz, add column notified_at timestamptz;

-- When members were last told, or will be told, that the broadcast was rescheduled.
alter table scheduled_broadcasts add column reschedule_announced_at timestamptz;

-- Broadcasts that were cancelled. The item is erased, so this table contains what notifications need of it. The title is
-- not stored.
create table cancelled_broadcasts (
  content_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  starts_at timestamptz not null,
  visibility text not null,
  rating text not null,
  cancelled_at timestamptz not null default now()
);
create index cancelled_broadcasts_of_person on cancelled_broadcasts (user_id);
create index cancelled_broadcasts_by_age on cancelled_broadcasts (cancelled_at);

-- The members who have not been told yet that the broadcast was cancelled.
create table cancelled_broadcast_reminders (
  content_id uuid not null references cancelled_broadcasts on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (content_id, user_id)
);
create index cancelled_broadcast_reminders_of_person on cancelled_broadcast_reminders (user_id);
