-- The chat of broadcasts (decision 082). A chat message is a comment with a position in its broadcast, in milliseconds.
alter table comments add column broadcast_ms integer;

create index comments_chat on comments (content_id, created_at desc, id desc) where broadcast_ms is not null;
create index comments_chat_replay on comments (content_id, broadcast_ms, created_at, id) where broadcast_ms is not null;
-- Lists of comments do not read the chat. Processes of the previous release still use comments_threads.
create index comments_threads_without_chat on comments (content_id, created_at desc, id desc)
  where parent_id is null and broadcast_ms is null;

-- Chat messages are not ranked. Otherwise unchanged (migration 0085).
create or replace function rank_new_comments() returns trigger language plpgsql as $$
begin
  insert into comment_ranks (comment_id, content_id, created_at)
    select id, content_id, created_at from fresh where parent_id is null and broadcast_ms is null;
  if exists (select from fresh where parent_id is not null and moderation = 'approved') then
    perform from comment_ranks where comment_id in (select parent_id from fresh) order by comment_id for update;
    update comment_ranks set replies_count = replies_count + more.number
      from (select parent_id, count(*)::int as number from fresh
        where parent_id is not null and moderation = 'approved' group by parent_id) more
      where comment_ranks.comment_id = more.parent_id;
  end if;
  return null;
end
$$;

-- The time between two chat messages of one person, in seconds. 0: slow mode is off.
alter table broadcasts add column slow_mode_seconds integer not null default 0;

-- When a person last sent a message in a chat with slow mode. Not read from comments, because deleting a message must
-- not shorten the wait.
create table chat_senders (
  content_id uuid not null references broadcasts on delete cascade,
  user_id uuid not null references users on delete cascade,
  last_sent_at timestamptz not null,
  primary key (content_id, user_id)
);
create index chat_senders_of_person on chat_senders (user_id);
