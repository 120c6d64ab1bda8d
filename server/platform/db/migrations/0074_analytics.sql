-- Figures for creators (decision 055): sums per video and day (UTC), without anything about who watched.
create table daily_video_analytics (
  content_id uuid not null references content on delete cascade,
  day date not null,
  views integer not null default 0,
  -- The views for which the browser has sent a summary, and the distinct viewers of the day among them.
  summaries integer not null default 0,
  viewers integer not null default 0,
  watch_seconds bigint not null default 0,
  -- For each hundredth of the video, the number of summaries that contain it.
  retention integer[] not null default array_fill(0, array[100]) check (cardinality(retention) = 100),
  -- The last of the days that are shown to the creator as one sum, or null while the sum has too few viewers.
  released_on date,
  primary key (content_id, day)
);
create index daily_video_analytics_unreleased on daily_video_analytics (day) where released_on is null;
create index daily_video_analytics_released on daily_video_analytics (content_id, released_on)
  where released_on is not null;

create table daily_view_sources (
  content_id uuid not null references content on delete cascade,
  day date not null,
  source text not null,
  viewers integer not null,
  released_on date,
  primary key (content_id, day, source)
);
create index daily_view_sources_unreleased on daily_view_sources (day) where released_on is null;
create index daily_view_sources_released on daily_view_sources (content_id, released_on)
  where released_on is not null;

-- Only inserted, and summed later, so that follows of one creator never wait for each other.
create table daily_follower_changes (
  user_id uuid not null references users on delete cascade,
  day date not null,
  gained integer not null,
  lost integer not null
);
create index daily_follower_changes_by_user on daily_follower_changes (user_id, day);
create index daily_follower_changes_by_day on daily_follower_changes (day);

create function record_follower_change() returns trigger language plpgsql as $$
begin
  -- While an account is erased, its row in users is already gone.
  insert into daily_follower_changes (user_id, day, gained, lost)
    select id, (now() at time zone 'UTC')::date, (tg_argv[0] = 'gained')::int, (tg_argv[0] = 'lost')::int
    from users where id = case tg_op when 'DELETE' then old.followed_id else new.followed_id end;
  return null;
end
$$;
create trigger follower_gained after insert on follows
  for each row when (new.state = 'approved') execute function record_follower_change('gained');
create trigger follower_approved after update of state on follows
  for each row when (new.state = 'approved' and old.state <> 'approved') execute function record_follower_change('gained');
create trigger follower_withdrawn after update of state on follows
  for each row when (new.state <> 'approved' and old.state = 'approved') execute function record_follower_change('lost');
create trigger follower_lost after delete on follows
  for each row when (old.state = 'approved') execute function record_follower_change('lost');

-- The marks by which all processes recognize a repeated view for half an hour, and a viewer of the same day. A
-- mark is a keyed hash, and the key of a day is deleted soon after the day. Unlogged tables are in no backup. Their
-- rows are deleted with one scan, because another index would slow down every view.
create unlogged table view_hash_keys (
  day date primary key,
  key bytea not null
);
create unlogged table recent_views (
  hash bytea primary key,
  day date not null,
  viewed_at timestamptz not null
);
create unlogged table spent_view_tokens (
  nonce bytea primary key,
  expires_at timestamptz not null
);
