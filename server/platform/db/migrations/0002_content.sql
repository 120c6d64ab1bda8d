-- What people make. Processing (stream_status) and moderation are two axes.

create table content (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 1 and 1000),
  description text not null default '' check (length(description) <= 40000),
  genre text not null default '' check (genre = lower(genre) and length(genre) <= 60),
  content_type text not null check (content_type in ('music_video', 'tv_show', 'story', 'talent', 'challenge', 'movie', 'live')),
  visibility text not null default 'public' check (visibility in ('public', 'followers', 'only_me')),
  moderation text not null default 'approved'
    check (moderation in ('pending', 'approved', 'limited', 'held', 'removed', 'quarantined')),
  -- The storage key of the original; never served.
  file_url text,
  video_url text,
  trailer_url text,
  preview_url text,
  cover_url text,
  thumbnail_url text,
  storyboard_url text,
  stream_url text,
  stream_status text not null default 'uploading'
    check (stream_status in ('uploading', 'received', 'processing', 'ready', 'failed')),
  stream_id uuid not null unique default uuidv7(),
  stream_thumbnail_url text,
  playback_id text not null unique,
  vast_tag_url text,
  ad_breaks double precision[] not null default '{0}',
  monetization_enabled boolean not null default false,
  duration_seconds double precision check (duration_seconds >= 0),
  width integer check (width > 0),
  height integer check (height > 0),
  loudness_lufs double precision,
  is_featured boolean not null default false,
  likes_count integer not null default 0 check (likes_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (stream_status <> 'ready' or stream_url is not null)
);

-- What strangers can find, newest first: everything a list needs stands in the index's condition.
create index content_listed_by_type on content (content_type, created_at desc, id desc)
  where deleted_at is null and visibility = 'public' and moderation = 'approved' and stream_status = 'ready';
create index content_listed on content (created_at desc, id desc)
  where deleted_at is null and visibility = 'public' and moderation = 'approved' and stream_status = 'ready';
create index content_by_creator on content (user_id, created_at desc, id desc) where deleted_at is null;
create index content_genre on content using gin (genre gin_trgm_ops) where deleted_at is null;

create table likes (
  content_id uuid not null references content on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (content_id, user_id)
);
create index likes_user on likes (user_id);

create table comments (
  id uuid primary key default uuidv7(),
  content_id uuid not null references content on delete cascade,
  user_id uuid not null references users on delete cascade,
  body text not null check (length(body) between 1 and 20000),
  moderation text not null default 'approved' check (moderation in ('approved', 'held', 'removed')),
  created_at timestamptz not null default now()
);
create index comments_by_content on comments (content_id, created_at desc, id desc) where moderation = 'approved';
create index comments_user on comments (user_id);
