-- Passkeys (WebAuthn), for who wants to sign in with one.

-- `public_key` is COSE; `counter` is the newest that the authenticator has told (many always say 0).
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What an authenticator shall sign, for the browser whose cookie has the token: for some minutes, and one answer.
-- With a person it is for adding a passkey, without for signing in.
create table passkey_challenges (
  token_hash text primary key,
  challenge text not null,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
