-- Where somebody's clock is, as their browser tells it: for quiet hours and for the days of the time watched.
alter table private_details add column time_zone text;

-- How long somebody has watched on a day of their own: the sum alone, not what it was. Kept 90 days.
create table watch_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  seconds double precision not null check (seconds >= 0),
  -- Until when real time has been counted, and the last few beats, so that one that comes again counts once.
  counted_until timestamptz not null,
  beats uuid[] not null,
  primary key (user_id, day)
);
create index watch_days_old on watch_days (day);

-- How each video can be known again (media/fingerprint.ts): the hash of its bytes, and what it looks like by the second.
create table fingerprints (
  content_id uuid primary key references content on delete cascade,
  sha256 bytea not null,
  look bytea not null,
  made_at timestamptz not null default now()
);

-- Of what was taken down for a grave reason; kept when the item itself is erased. It names nobody.
create table removed_media (
  content_id uuid primary key,
  sha256 bytea not null,
  look bytea not null,
  priority smallint not null check (priority between 0 and 1),
  removed_at timestamptz not null default now()
);
create index removed_media_bytes on removed_media (sha256);
