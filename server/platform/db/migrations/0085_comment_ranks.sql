-- Reads the whole table, while other processes continue to read and write.
alter table content validate constraint content_comment_mode_check;

-- The sort keys of the order "Top", one row for each comment that starts a thread. Not columns of comments, because every
-- change of a comment updates the chart points of its video.
create table comment_ranks (
  comment_id uuid not null,
  content_id uuid not null,
  likes_count integer not null default 0 check (likes_count >= 0),
  -- Counts approved replies.
  replies_count integer not null default 0 check (replies_count >= 0),
  created_at timestamptz not null
);

create function rank_comment_likes() returns trigger language plpgsql as $$
begin
  update comment_ranks set likes_count = new.likes_count where comment_id = new.comment_id;
  return null;
end
$$;

-- The rows are locked in the order of their ids, so that two statements that change several threads cannot deadlock.
create function rank_new_comments() returns trigger language plpgsql as $$
begin
  insert into comment_ranks (comment_id, content_id, created_at)
    select id, content_id, created_at from fresh where parent_id is null;
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

create function rank_deleted_replies() returns trigger language plpgsql as $$
begin
  if exists (select from gone where parent_id is not null and moderation = 'approved') then
    perform from comment_ranks where comment_id in (select parent_id from gone) order by comment_id for update;
    update comment_ranks set replies_count = replies_count - less.number
      from (select parent_id, count(*)::int as number from gone
        where parent_id is not null and moderation = 'approved' group by parent_id) less
      where comment_ranks.comment_id = less.parent_id;
  end if;
  return null;
end
$$;

create function rank_moderated_replies() returns trigger language plpgsql as $$
begin
  if exists (select from gone join fresh using (id) where fresh.parent_id is not null
    and (gone.moderation = 'approved') <> (fresh.moderation = 'approved')) then
    perform from comment_ranks where comment_id in (select parent_id from fresh) order by comment_id for update;
    update comment_ranks set replies_count = replies_count + changed.number
      from (select fresh.parent_id, sum((fresh.moderation = 'approved')::int - (gone.moderation = 'approved')::int)::int as number
        from gone join fresh using (id) where fresh.parent_id is not null group by fresh.parent_id) changed
      where comment_ranks.comment_id = changed.parent_id;
  end if;
  return null;
end
$$;

-- From here on new comments and likes of comments wait until all threads have been ranked.
create trigger comments_ranks_more after insert on comments referencing new table as fresh
  for each statement execute function rank_new_comments();
create trigger comments_ranks_less after delete on comments referencing old table as gone
  for each statement execute function rank_deleted_replies();
create trigger comments_ranks_moved after update on comments referencing old table as gone new table as fresh
  for each statement execute function rank_moderated_replies();
create trigger comment_like_counts_ranks after insert or update of likes_count on comment_like_counts
  for each row execute function rank_comment_likes();

set local work_mem = '128MB';

insert into comment_ranks (comment_id, content_id, likes_count, replies_count, created_at)
  select comments.id, comments.content_id, coalesce(liked.likes_count, 0), coalesce(replied.number, 0), comments.created_at
  from comments
  left join comment_like_counts liked on liked.comment_id = comments.id
  left join (select parent_id, count(*)::int as number from comments
    where parent_id is not null and moderation = 'approved' group by parent_id) replied on replied.parent_id = comments.id
  where comments.parent_id is null;

alter table comment_ranks add primary key (comment_id), add foreign key (comment_id) references comments on delete cascade;
create index comment_ranks_top on comment_ranks
  (content_id, likes_count desc, replies_count desc, created_at desc, comment_id desc);
