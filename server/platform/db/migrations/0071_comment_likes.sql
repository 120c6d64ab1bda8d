create table comment_likes (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index comment_likes_user on comment_likes (user_id);

-- Not a column of comments, because every change of a comment updates the chart points of its video.
create table comment_like_counts (
  comment_id uuid primary key references comments on delete cascade,
  likes_count integer not null check (likes_count >= 0)
);

-- Also counts the likes that are deleted together with an account.
create function count_comment_likes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into comment_like_counts (comment_id, likes_count)
      select comment_id, count(*) from fresh group by comment_id order by comment_id
      on conflict (comment_id) do update set likes_count = comment_like_counts.likes_count + excluded.likes_count;
  else
    perform from comment_like_counts where comment_id in (select comment_id from gone) order by comment_id for update;
    update comment_like_counts set likes_count = likes_count - less.number
      from (select comment_id, count(*)::int as number from gone group by comment_id) less
      where comment_like_counts.comment_id = less.comment_id;
  end if;
  return null;
end
$$;
create trigger comment_likes_more after insert on comment_likes referencing new table as fresh
  for each statement execute function count_comment_likes();
create trigger comment_likes_less after delete on comment_likes referencing old table as gone
  for each statement execute function count_comment_likes();

-- When the owner of the video pinned the comment, or gave it a heart.
alter table comments add column pinned_at timestamptz;
alter table comments add column hearted_at timestamptz;
create unique index comments_pinned on comments (content_id) where pinned_at is not null;
