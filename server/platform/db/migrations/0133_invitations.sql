-- Links with which people can create accounts if registration is by invitation (decision 104)

-- old code: does not know the tables, and accepts everyone. Change the registration mode after all processes are updated.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  -- The SHA-256 hash of the token in the link
  token_hash text not null unique,
  note text not null default '' check (length(note) <= 800),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  uses integer not null default 0,
  max_uses integer not null check (max_uses between 1 and 1000),
  last_used_at timestamptz,
  check (uses between 0 and max_uses)
);
create index invitations_created_at on invitations (created_at, id);
create index invitations_created_by on invitations (created_by);

-- The invitation of a person who has signed in with Google or Apple and has not completed the account. It is used when
-- the account is completed.
create table pending_invitations (
  user_id uuid primary key references users (id) on delete cascade,
  invitation_id uuid not null references invitations (id) on delete cascade
);
create index pending_invitations_invitation on pending_invitations (invitation_id);
