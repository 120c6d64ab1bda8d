-- The stream keys with which encoders send broadcasts over RTMP (decision 080). Only hashes are stored.
create table stream_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  key_hash text not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index stream_keys_one_active_per_person on stream_keys (user_id) where revoked_at is null;
create index stream_keys_of_person on stream_keys (user_id);

-- The encoder that is sending to a broadcast, at most one. Its server renews `expires_at`, so that another
-- connection can take its place soon after the server has died.
create table encoder_connections (
  content_id uuid primary key references broadcasts on delete cascade,
  id uuid not null,
  stream_key_id uuid not null references stream_keys on delete cascade,
  expires_at timestamptz not null
);
create index encoder_connections_of_key on encoder_connections (stream_key_id);
