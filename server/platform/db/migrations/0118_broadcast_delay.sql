-- The delay that the creator has chosen for a scheduled broadcast, in seconds. `broadcasts` has the same column and check.
alter table scheduled_broadcasts add column delay_seconds integer not null default 10
  check (delay_seconds between 0 and 60);
