-- Standard names for the tables of follow requests, first-day limits, opt-outs, watch time and views. The old names remain as views for the processes of the
-- previous release (docs/decisions/052). The next release drops the views.

-- When a follow request was last sent and last refused.
-- old code: uses the view `follow_asks`.
alter table follow_asks rename to follow_request_history;
-- old code: the view has the old column name.
alter table follow_request_history rename column asked_at to requested_at;
create view follow_asks as
  select follower_id, followed_id, requested_at as asked_at, refused_at
  from follow_request_history;

-- What an account has done on its first day.
-- old code: uses the view `first_days`.
alter table first_days rename to first_day_usage;
create view first_days as
  select user_id, uploads, comments, follows
  from first_day_usage;

-- The kinds of notifications that a member has turned off.
-- old code: uses the view `notification_switches`.
alter table notification_switches rename to notification_opt_outs;
create view notification_switches as
  select user_id, kind
  from notification_opt_outs;

-- The watch time of a member on a local day.
-- old code: uses the view `watch_days`.
alter table watch_days rename to daily_watch_time;
-- old code: the view has the old column name.
alter table daily_watch_time rename column beats to heartbeat_ids;
create view watch_days as
  select user_id, day, seconds, counted_until, heartbeat_ids as beats
  from daily_watch_time;

-- The views of an item on a day (UTC).
-- old code: uses the view `view_days`.
alter table view_days rename to daily_view_counts;
create view view_days as
  select content_id, day, views
  from daily_view_counts;

-- Indexes and constraints get the prefix of the new table name.
do $$
declare
  renaming text;
begin
  -- old code: does not use the names of these indexes and constraints.
  for renaming in
    with tables (old, new) as (values ('follow_asks', 'follow_request_history'),
      ('first_days', 'first_day_usage'),
      ('notification_switches', 'notification_opt_outs'),
      ('watch_days', 'daily_watch_time'),
      ('view_days', 'daily_view_counts'))
    select format('alter table %I rename constraint %I to %I', new, conname, new || substr(conname, length(old) + 1))
      from tables join pg_constraint on conrelid = new::regclass and starts_with(conname, old || '_')
    union all
    select format('alter index %I rename to %I', relname, new || substr(relname, length(old) + 1))
      from tables join pg_index on indrelid = new::regclass
      join pg_class on pg_class.oid = indexrelid and starts_with(relname, old || '_')
      where not exists (select from pg_constraint where conindid = indexrelid)
  loop
    execute renaming;
  end loop;
end $$;
