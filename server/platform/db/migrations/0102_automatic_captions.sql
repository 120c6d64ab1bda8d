-- The progress of automatic captions (decision 071). A video has a row once its automatic captions were requested.
-- The row stays when they are complete, so that captions that the creator has deleted are not made again.
create table automatic_captions (
  content_id uuid primary key references content on delete cascade,
  -- The attempt whose audio is transcribed. A replacement of the file starts over.
  fence integer not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- The speech before this time, in milliseconds, is in `cues`. A worker that takes over continues here.
  position_ms integer not null default 0 check (position_ms >= 0),
  -- The language that was detected, as an ISO 639 code.
  language text check (language ~ '^[a-z]{2,3}$'),
  cues jsonb not null default '[]',
  -- Attempts at the part of the audio that starts at `position_ms`.
  tries integer not null default 0 check (tries >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
