-- Live broadcasts (decision 076). A broadcast is a content item with a row in `broadcasts`. While the item's
-- stream_status is 'live', its media are the parts in `broadcast_parts` and not renditions.
create table broadcasts (
  content_id uuid primary key references content on delete cascade,
  user_id uuid not null references users on delete cascade,
  source text not null check (source in ('browser', 'rtmp')),
  state text not null default 'waiting' check (state in ('waiting', 'on_air', 'ended')),
  -- How many of the newest seconds viewers do not get yet.
  delay_seconds integer not null check (delay_seconds between 0 and 60),
  next_chunk integer not null default 0 check (next_chunk >= 0),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  last_data_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('creator', 'moderator', 'no_data', 'too_long', 'rejected')),
  end_detail text,
  -- Viewers never get parts that were made after this time: a moderator stopped the broadcast, or the creator
  -- chose to drop the delayed part.
  cut_at timestamptz,
  -- The worker that packages the broadcast holds a lease. Each new holder increases the fencing token.
  ingest_fence integer not null default 0,
  ingest_lease_until timestamptz,
  -- The time at which the last part of an ended broadcast was stored. No part is added later.
  packaged_at timestamptz,
  recording_state text not null default 'none' check (recording_state in ('none', 'queued', 'done')),
  -- The time at which the chunks and parts were deleted.
  media_deleted_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (end_reason is not null)),
  check (packaged_at is null or state = 'ended'),
  check (recording_state = 'none' or packaged_at is not null),
  check (media_deleted_at is null or recording_state = 'done'),
  check (state <> 'on_air' or started_at is not null)
);
create unique index broadcasts_one_per_person on broadcasts (user_id) where state <> 'ended';
create index broadcasts_on_air on broadcasts (started_at desc) where state = 'on_air';
-- The broadcasts that workers still have to look after.
create index broadcasts_unfinished on broadcasts (created_at) where media_deleted_at is null;

-- The chunks of the source in the order in which they were sent. Their bytes are in storage.
create table broadcast_chunks (
  content_id uuid not null references broadcasts on delete cascade,
  number integer not null check (number >= 0),
  -- The position of the chunk in the source, in bytes.
  source_offset bigint not null check (source_offset >= 0),
  byte_length integer not null check (byte_length > 0),
  object_name text not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (content_id, number)
);

-- The low-latency HLS renditions (RFC 8216bis) and where their init segments are.
create table broadcast_renditions (
  content_id uuid not null references broadcasts on delete cascade,
  rendition text not null check (rendition in ('source', 'low')),
  codecs text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  object_name text not null,
  primary key (content_id, rendition)
);

-- The parts of the renditions. Their bytes are in storage. Times are in seconds on the media timeline.
create table broadcast_parts (
  content_id uuid not null,
  rendition text not null,
  segment_number integer not null check (segment_number >= 0),
  part_index integer not null check (part_index >= 0),
  start_time double precision not null,
  segment_start_time double precision not null,
  duration double precision not null check (duration > 0),
  is_independent boolean not null,
  ends_segment boolean not null,
  byte_length integer not null check (byte_length > 0),
  -- Where a packager has to continue to read the source after this part, in bytes.
  resume_offset bigint not null,
  object_name text not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (content_id, rendition, segment_number, part_index),
  foreign key (content_id, rendition) references broadcast_renditions on delete cascade
);

-- The worker processes that can package broadcasts, and how many at the same time.
create table broadcast_workers (
  id uuid primary key,
  capacity integer not null check (capacity >= 0),
  seen_at timestamptz not null
);

-- The check of stream_status gets the value 'live'. Older processes ask for 'ready' and do not see such items.
alter table content drop constraint content_stream_status_check,
  add constraint content_stream_status_check
    check (stream_status in ('uploading', 'received', 'processing', 'ready', 'failed', 'live')) not valid;

-- Pages show whether a broadcast is on air (page-cache.ts).
create trigger broadcasts_pages after update of state, media_deleted_at on broadcasts
  for each statement execute function tell_pages();
