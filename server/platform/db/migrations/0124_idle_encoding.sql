-- While workers are idle, they encode watched videos again with fewer bits (decision 094).

-- The videos that are being, or have been, encoded again. One row per video and codec.
create table idle_encodings (
  content_id uuid not null references content on delete cascade,
  -- `av1`: an additional group of AV1 renditions. `h264`: smaller renditions that replace those of the first pass.
  codec text not null check (codec in ('av1', 'h264')),
  -- The transcoding attempt (streams.fence) whose file is encoded. If the video has a newer attempt, the row is reused.
  fence bigint not null check (fence > 0),
  state text not null check (state in ('waiting', 'encoding', 'done', 'failed')),
  -- How often a worker has started since the last piece was completed.
  tries integer not null check (tries >= 0),
  -- The fencing token of the worker that encodes the video.
  claim integer not null check (claim > 0),
  heartbeat_at timestamptz not null,
  -- The first segments of the pieces that are encoded and stored.
  pieces integer[] not null default '{}',
  primary key (content_id, codec)
);

-- Uploaded files that are kept for a limited time, so that the video can be encoded again.
create table kept_originals (
  content_id uuid primary key references content on delete cascade,
  expires_at timestamptz not null
);
create index kept_originals_by_expiry on kept_originals (expires_at);
