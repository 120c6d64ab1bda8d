-- The creator of a playable video can replace its file (decision 064). The new file goes through its own upload and its
-- own attempts, and viewers see the current file until the new one is complete.

-- An upload is either the file of a video, or the new file that will replace it. The previous release joins uploads by
-- content_id, so it does not see uploads of new files.
alter table uploads add column replaces_content_id uuid references content on delete cascade;
alter table uploads alter column content_id drop not null;
alter table uploads add constraint uploads_target_check check (num_nonnulls(content_id, replaces_content_id) = 1) not valid;
alter table uploads validate constraint uploads_target_check;
create unique index uploads_replacement on uploads (replaces_content_id) where replaces_content_id is not null;

-- The newest replacement of each video. While it is open, its finished renditions are rows of `renditions` with
-- superseded_at = 'infinity': they are in no playlist, and no release deletes their files.
create table stream_replacements (
  content_id uuid primary key references content on delete cascade,
  state text not null default 'uploading'
    check (state in ('uploading', 'received', 'encoding', 'held', 'replaced', 'refused', 'failed', 'cancelled')),
  -- The fencing token of the newest attempt. Higher than any token in streams, and never lowered, so that a stale
  -- attempt never writes to the folder of a newer one.
  fence bigint not null default 0,
  tries integer not null default 0,
  percent real not null default 0 check (percent between 0 and 100),
  eta_seconds real,
  queued_at timestamptz,
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  waiting_for text check (waiting_for = 'sandbox'),
  error_title text,
  error_detail text,
  source jsonb,
  -- What takes effect with the new file: duration, size, images and perceptual hash.
  outputs jsonb,
  created_at timestamptz not null default now()
);
create index stream_replacements_open on stream_replacements (queued_at) where state in ('received', 'encoding');
