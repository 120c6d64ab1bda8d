-- Who may see whom: follows, blocks, mutes, accounts that are set aside, ratings, cases, and what people chose for themselves.

create table follows (
  follower_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  state text not null check (state in ('pending', 'approved')),
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id),
  check ((state = 'approved') = (approved_at is not null))
);
create index follows_of on follows (followed_id, state, created_at desc);

create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of on blocks (blocked_id);

create table mutes (
  muter_id uuid not null references users on delete cascade,
  muted_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_of on mutes (muted_id);

-- Until then the person is there for nobody but themself, who can read but not act; 'infinity' is a ban.
alter table profiles add column suspended_until timestamptz;

-- '16': not for people under 16, nor for anybody whose age is unknown.
alter table content add column rating text not null default 'all' check (rating in ('all', '16'));

-- Somebody looks into something. What is not public, staff see only through a case they have claimed.
create table cases (
  id uuid primary key default uuidv7(),
  subject text not null check (subject in ('content', 'comment', 'profile')),
  -- The item; of a comment the item it stands under.
  content_id uuid references content on delete cascade,
  comment_id uuid references comments on delete cascade,
  -- Whose it is.
  user_id uuid not null references users on delete cascade,
  priority smallint not null check (priority between 0 and 3),
  opened_at timestamptz not null default now(),
  claimed_by uuid references users on delete set null,
  claimed_at timestamptz,
  closed_at timestamptz
);
create unique index cases_open on cases (subject, coalesce(comment_id, content_id, user_id)) where closed_at is null;
create index cases_queue on cases (priority, opened_at) where closed_at is null;
create index cases_content on cases (content_id) where closed_at is null;
create index cases_comment on cases (comment_id);
create index cases_user on cases (user_id);
create index cases_claimed on cases (claimed_by) where closed_at is null;

-- What somebody chose instead of the default of their band (contract/safety-defaults.ts).
create table safety_settings (
  user_id uuid not null references users on delete cascade,
  setting text not null check (setting ~ '^[a-z0-9_]{1,40}$'),
  value jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, setting)
);

-- Lists are also for approved followers, so the condition of the lists' indexes names no visibility but that of the owner alone.
drop index content_listed_by_type;
drop index content_listed;
create index content_listed_by_type on content (content_type, created_at desc, id desc)
  where deleted_at is null and visibility <> 'only_me' and moderation = 'approved' and stream_status = 'ready';
create index content_listed on content (created_at desc, id desc)
  where deleted_at is null and visibility <> 'only_me' and moderation = 'approved' and stream_status = 'ready';
