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
  recording_state text not null default 'none' check (recording_state in ('none', 'queued', 'done')),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (end_reason is not null)),
  check (state <> 'on_air' or started_at is not null)
);
create unique index broadcasts_one_per_person on broadcasts (user_id) where state <> 'ended';
create index broadcasts_active on broadcasts (created_at) where state <> 'ended' or recording_state = 'queued';

-- The chunks of the source in the order in which they were sent. Their bytes are in storage.
create table broadcast_chunks (
  content_id uuid not null references broadcasts on delete cascade,
  number integer not null check (number >= 0),
  byte_length integer not null check (byte_length > 0),
  received_at timestamptz not null default now(),
  primary key (content_id, number)
);

-- The parts of the low-latency HLS renditions (RFC 8216bis). Their bytes are in storage.
create table broadcast_parts (
  content_id uuid not null references broadcasts on delete cascade,
  rendition text not null check (rendition in ('source', '360p')),
  segment_number integer not null check (segment_number >= 0),
  part_index integer not null check (part_index >= 0),
  duration double precision not null check (duration > 0),
  is_independent boolean not null,
  byte_length integer not null check (byte_length > 0),
  made_at timestamptz not null,
  primary key (content_id, rendition, segment_number, part_index)
);

-- The check of stream_status gets the value 'live'. Older processes ask for 'ready' and do not see such items.
alter table content drop constraint content_stream_status_check,
  add constraint content_stream_status_check
    check (stream_status in ('uploading', 'received', 'processing', 'ready', 'failed', 'live')) not valid;
