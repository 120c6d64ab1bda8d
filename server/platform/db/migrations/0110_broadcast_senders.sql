-- The page that sends a broadcast (decision 081). A page that continues the broadcast of another page gets the
-- next number, and chunks of earlier pages are refused.
alter table broadcasts
  add column sender_number integer not null default 0 check (sender_number >= 0),
  -- The first chunk of this page, and by how much the timestamps of its stream are moved, in milliseconds.
  add column sender_first_chunk integer not null default 0 check (sender_first_chunk >= 0),
  add column sender_shift_ms integer not null default 0 check (sender_shift_ms >= 0);
