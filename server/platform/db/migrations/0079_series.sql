create table series (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  title text not null check (title <> ''),
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index series_of on series (user_id, created_at desc, id desc);

-- A show belongs to at most one series. Two episodes can swap their numbers in one statement, so the constraint is
-- checked at the end of the statement.
create table series_episodes (
  content_id uuid primary key references content on delete cascade,
  series_id uuid not null references series on delete cascade,
  season smallint not null check (season between 1 and 99),
  episode smallint not null check (episode between 1 and 999),
  added_at timestamptz not null default now(),
  constraint series_episodes_number unique (series_id, season, episode) deferrable initially immediate
);

-- The owner and the type of a video never change, so it is enough to check them when an episode is stored.
create function check_series_episode() returns trigger language plpgsql as $$
begin
  if not exists (select from content join series on series.user_id = content.user_id
      where content.id = new.content_id and series.id = new.series_id and content.content_type = 'tv_show') then
    raise check_violation using message = 'an episode must be a show of the owner of the series';
  end if;
  return new;
end
$$;
create trigger series_episodes_check before insert or update of content_id, series_id on series_episodes
  for each row execute function check_series_episode();

-- A deleted video leaves its series at once, so that its number is free. Its row in content is erased later.
create function remove_deleted_episode() returns trigger language plpgsql as $$
begin
  delete from series_episodes where content_id = new.id;
  return null;
end
$$;
create trigger content_leaves_series after update of deleted_at on content
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function remove_deleted_episode();

-- The members who want a notification about each new episode. Nobody does unless they ask for it (decisions/054).
create table episode_notifications (
  series_id uuid not null references series on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (series_id, user_id)
);
create index episode_notifications_of on episode_notifications (user_id);

-- The pages of series and episodes, which are cached for signed-out visitors (0026_pages.sql).
create trigger series_pages after update or delete on series for each statement execute function tell_pages();
create trigger series_episodes_pages after insert or update or delete on series_episodes
  for each statement execute function tell_pages();
