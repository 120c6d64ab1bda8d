-- A second step at signing in, for who wants one.

-- `secret` is encrypted with the site's key; without `confirmed_at` it was begun and asks for nothing yet. `last_step` is the newest
-- half minute whose code was used: that code, and older ones, open nothing more.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- For when the telephone is gone. Hashes of random codes; each opens once.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Between the password, or a link, and the code: for some minutes, and a few wrong codes.
create table halfway (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  remembered boolean not null,
  wrong integer not null default 0 check (wrong >= 0),
  expires_at timestamptz not null
);
create index halfway_user on halfway (user_id);
