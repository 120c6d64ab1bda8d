-- From the first byte to a published ladder.

create table uploads (
  id uuid primary key default uuidv7(),
  content_id uuid not null unique references content on delete cascade,
  user_id uuid not null references users on delete cascade,
  file_name text not null,
  file_size bigint not null check (file_size > 0),
  demuxer text,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  -- The last moment a byte arrived: unfinished uploads are swept a while after it.
  touched_at timestamptz not null default now()
);
create index uploads_open on uploads (user_id) where completed_at is null;
create index uploads_stale on uploads (touched_at) where completed_at is null;

create table streams (
  id uuid primary key,
  content_id uuid not null unique references content on delete cascade,
  state text not null default 'uploading'
    check (state in ('uploading', 'received', 'probed', 'encoding', 'ready', 'refused', 'failed')),
  -- The fencing number: taken anew by whoever starts work; a publish with an older one is refused.
  fence bigint not null default 0,
  tries integer not null default 0,
  percent real not null default 0 check (percent between 0 and 100),
  eta_seconds real,
  playable boolean not null default false,
  queued_at timestamptz,
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  error_title text,
  error_detail text,
  source jsonb
);
create index streams_queue on streams (queued_at) where state = 'received';

create table renditions (
  content_id uuid not null references content on delete cascade,
  name text not null,
  fence bigint not null,
  -- Its place below /media/{playback_id}/.
  folder text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  codecs text not null,
  frame_rate real not null,
  bandwidth integer not null check (bandwidth > 0),
  average_bandwidth integer not null check (average_bandwidth > 0),
  -- Whether every segment begins with a keyframe: of a remuxed source not always.
  independent boolean not null default true,
  -- Superseded ones leave the master playlist at once, their segments a while later.
  superseded_at timestamptz,
  primary key (content_id, folder)
);

-- How fast this installation encodes, per rung: what "time left" is learnt from.
create table encode_speeds (
  measured_at timestamptz primary key default now(),
  work double precision not null,
  seconds double precision not null check (seconds > 0)
);
