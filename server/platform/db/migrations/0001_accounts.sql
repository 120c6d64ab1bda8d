-- Who people are. What the public may see (profiles) is apart from what only they may see
-- (users, private_details). Times are timestamptz, ids are UUIDv7 so that they sort by age; but those of users are
-- random: they are public, must not tell when somebody joined, and their first 8 characters tell people apart.

create extension if not exists pg_trgm;

create table site_secrets (
  name text primary key,
  value text not null
);

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  email_verified boolean not null default false,
  name text not null default '',
  image text,
  role text not null default 'user' check (role in ('user', 'moderator', 'safety_lead', 'admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email = lower(email))
);
create unique index users_email on users (email);

create table private_details (
  user_id uuid primary key references users on delete cascade,
  full_name text not null check (length(full_name) between 1 and 200),
  first_name text check (length(first_name) <= 120),
  age smallint not null check (age between 13 and 19),
  age_declared_on date not null default current_date,
  terms_accepted_at timestamptz not null default now(),
  terms_version text not null,
  marketing boolean not null default false
);

create table profiles (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  display_name text not null default '' check (length(display_name) <= 200),
  bio text not null default '' check (length(bio) <= 4000),
  is_minor boolean not null default true,
  display_name_mode text not null default 'username' check (display_name_mode in ('full_name', 'username')),
  avatar_url text,
  is_private boolean not null default false,
  username_is_made_up boolean not null default false,
  last_username_change timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint minors_by_username check (not is_minor or display_name_mode = 'username')
);
create unique index profiles_username on profiles (lower(username));

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table sign_in_methods (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index sign_in_methods_user on sign_in_methods (user_id);

create table verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
