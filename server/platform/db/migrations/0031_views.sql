-- How often an item was watched on a day (UTC): the number alone, nothing of who watched. What is older than the dashboard tells apart
-- stands together under '-infinity'. A video that everybody watches is written in batches (server/views), in place: only `views` changes.
create table view_days (
  content_id uuid not null references content on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (content_id, day)
) with (fillfactor = 70);
create index view_days_old on view_days (day);
