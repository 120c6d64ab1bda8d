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
