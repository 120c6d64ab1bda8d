-- People who may remove messages from the chats of a creator (decision 082). They also have to follow the creator.
create table chat_helpers (
  creator_id uuid not null references users on delete cascade,
  helper_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (creator_id, helper_id),
  check (creator_id <> helper_id)
);
create index chat_helpers_of_helper on chat_helpers (helper_id);

-- Who removed a chat message: its creator or one of the creator's helpers. Moderators' decisions are in `decisions`.
create table chat_removals (
  comment_id uuid primary key references comments on delete cascade,
  removed_by uuid references users on delete set null,
  removed_at timestamptz not null default now()
);
create index chat_removals_of_person on chat_removals (removed_by);
