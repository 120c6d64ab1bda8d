-- What a person is told of. One row per person, kind and subject while it is unread: news of the same gathers in it.

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The item it is about; a kind that is about no item leaves it empty.
  content_id uuid references content on delete cascade,
  -- When it last gained something: the list's order.
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create unique index notifications_open on notifications (user_id, kind, content_id) nulls not distinct where read_at is null;
create index notifications_list on notifications (user_id, created_at desc, id desc);
create index notifications_content on notifications (content_id);
create index notifications_age on notifications (created_at);

-- Who did it, once per thing done: the subject is the comment, or for a like the item. What was taken back is left out by
-- the reading; its row stays, so that a like that comes and goes rings once.
create table notification_causes (
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  actor_id uuid not null references users on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  made_at timestamptz not null default now(),
  primary key (user_id, kind, subject_id, actor_id)
);
create index notification_causes_of on notification_causes (notification_id, made_at desc);
create index notification_causes_actor on notification_causes (actor_id);

-- What a person does not want to hear of. No row: everything is on.
create table notification_switches (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  primary key (user_id, kind)
);
