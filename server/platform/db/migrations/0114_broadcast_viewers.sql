-- For counting the viewers of broadcasts (decision 083). Each web process stores keyed hashes of the viewers that
-- it has served in the last 15 seconds. The rows are deleted when the broadcast has ended. The table is unlogged,
-- so its rows are not in the write-ahead log.
create unlogged table broadcast_viewers (
  content_id uuid not null references broadcasts on delete cascade,
  process_id uuid not null,
  viewer_hashes bigint[] not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (content_id, process_id)
);

-- The exact number of current viewers. Meaningful only while the broadcast is on air.
alter table broadcasts add column viewers integer not null default 0;
