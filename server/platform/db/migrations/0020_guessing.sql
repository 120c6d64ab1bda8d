-- Tries of late, so that guessing has an end. `who` is a keyed hash of what was tried at (an account, an address): nobody can
-- read it back. One row each, with as many times as count, gone soon after the last of them has stopped counting.
create table guesses (
  who text primary key,
  tried_at timestamptz[] not null,
  ends_at timestamptz not null
);
create index guesses_ends on guesses (ends_at);
