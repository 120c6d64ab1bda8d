-- Sign-in with OpenID Connect providers (docs/decisions/105). All columns are nullable and have no default, so the
-- previous release keeps inserting rows, and no table is rewritten.

-- The age that the provider asserted, between the first sign-in and the end of the sign-up.
alter table sign_in_methods add column asserted_age smallint;

-- Which provider opened a session, and the provider's id for its own session (back-channel logout).
alter table sessions add column provider_id text, add column provider_session text;
alter table pending_sign_ins add column provider_id text, add column provider_session text;
create index sessions_provider on sessions (provider_id, provider_session) where provider_id is not null;

-- Staff roles that a provider grants because of a group. `base_role` is the role without any provider.
create table provider_role_grants (
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  role text not null check (role in ('moderator', 'safety_lead', 'admin')),
  base_role text not null check (base_role in ('user', 'moderator', 'safety_lead', 'admin')),
  granted_at timestamptz not null default now(),
  primary key (user_id, provider_id)
);
