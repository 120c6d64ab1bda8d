-- Long videos are encoded in pieces of about a minute, by all workers together (decision 087). One row per piece.
create table transcode_pieces (
  content_id uuid not null references content on delete cascade,
  -- The transcoding attempt (streams.fence) that the piece belongs to.
  fence bigint not null check (fence > 0),
  -- `audio`: the audio of the whole video. `low`: the rungs up to 480p, which are published first. `high`: the others.
  rung_group text not null check (rung_group in ('audio', 'low', 'high')),
  rungs text[] not null check (cardinality(rungs) > 0),
  first_segment integer not null check (first_segment >= 0),
  -- Null if the piece extends to the end of the video.
  segments integer check (segments > 0),
  -- The estimated work, in the unit of encode_speeds.
  work double precision not null check (work > 0),
  -- Pieces with an earlier due time are encoded first.
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'encoding', 'encoded', 'published')),
  -- How often encoding the piece has started. After that, how often joining its group has started.
  tries integer not null default 0 check (tries >= 0),
  -- The fencing token of the worker that encodes the piece.
  claim integer not null default 0 check (claim >= 0),
  worker text,
  heartbeat_at timestamptz,
  -- The completed fraction.
  progress real not null default 0 check (progress between 0 and 1),
  -- Null until the piece is encoded, and again when its group is published and needs no more work.
  storage_key text,
  primary key (content_id, rung_group, first_segment),
  check (rung_group <> 'audio' or (first_segment = 0 and segments is null)),
  check ((state = 'encoding') = (worker is not null)),
  check ((worker is null) = (heartbeat_at is null)),
  check (state not in ('waiting', 'encoding') or storage_key is null),
  check (state <> 'encoded' or storage_key is not null)
);
create index transcode_pieces_due on transcode_pieces (due_at, content_id) where state in ('waiting', 'encoding');
