-- The people whom a comment mentions (decisions/060).
create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The username as it is written in the comment, in lower case. The person may have another username by now.
  name text not null check (name ~ '^[a-z0-9_]{3,20}$'),
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id),
  unique (comment_id, name)
);
create index comment_mentions_of on comment_mentions (user_id);
