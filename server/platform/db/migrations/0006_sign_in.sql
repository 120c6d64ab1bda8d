-- Signing in: sessions that last as they are used, links by mail, tokens for programs. Of what opens a door from
-- outside only a hash is kept (SHA-256: the secrets are random, so there is nothing to guess).

-- 30 days when remembered, else a day; both begin anew with use.
alter table sessions add column remembered boolean not null default true;
update sessions set remembered = false where expires_at < created_at + interval '2 days';
create index sessions_expiry on sessions (expires_at);
create index verifications_expiry on verifications (expires_at);

create table sign_in_links (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index sign_in_links_user on sign_in_links (user_id);

-- A program's sign-in is a session like any other, so whatever ends sessions ends its tokens too.
create table bearer_tokens (
  hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  -- Of a refresh token: when it was exchanged. Coming a second time, it was stolen or copied, and its family ends.
  used_at timestamptz
);
create index bearer_tokens_session on bearer_tokens (session_id);
create index bearer_tokens_expiry on bearer_tokens (expires_at);
