create table playlists (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  is_watch_later boolean not null default false,
  title text not null check (title <> ''),
  description text not null default '',
  visibility text not null default 'private' check (visibility in ('private', 'followers', 'unlisted', 'public')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not is_watch_later or visibility = 'private')
);
create unique index playlists_watch_later on playlists (user_id) where is_watch_later;
create index playlists_of on playlists (user_id, created_at desc, id desc) where not is_watch_later;

-- Positions have gaps, so that moving a video usually changes one row. Renumbering a playlist can use a position before
-- its previous row has given it up, so the constraint is checked at the end of the statement.
create table playlist_items (
  playlist_id uuid not null references playlists on delete cascade,
  content_id uuid not null references content on delete cascade,
  position bigint not null check (position > 0),
  added_at timestamptz not null default now(),
  primary key (playlist_id, content_id),
  constraint playlist_items_position unique (playlist_id, position) deferrable initially immediate
);
create index playlist_items_of_content on playlist_items (content_id);

-- The creator page, which is cached for signed-out visitors (0026_pages.sql), lists public playlists.
create trigger playlists_pages_insert after insert on playlists
  for each row when (new.visibility = 'public') execute function tell_pages();
create trigger playlists_pages_update after update on playlists
  for each row when (old.visibility = 'public' or new.visibility = 'public') execute function tell_pages();
create trigger playlists_pages_delete after delete on playlists
  for each row when (old.visibility = 'public') execute function tell_pages();
