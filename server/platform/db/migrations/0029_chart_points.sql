-- The points of all time, for the charts (server/discovery/charts.ts): one for each like and two for each person whose comment stands, the
-- creator's own left out. Kept by the database, beside the rows they count: to add up all likes there ever were took seconds.

create table chart_points (
  content_id uuid not null,
  points integer not null check (points >= 0),
  -- The item's: of equal points the newer is ahead.
  created_at timestamptz not null
);

create function give_points(item uuid, made timestamptz, given integer) returns void language plpgsql as $$
begin
  update chart_points set points = points + given where content_id = item;
  if not found and given > 0 then
    insert into chart_points (content_id, points, created_at) values (item, given, made);
  end if;
end
$$;

-- What a statement changes is one update for each item, however many likes came together. The items' rows are locked first, here as
-- everywhere; with an item that is being erased its points go by themselves.
create function count_likes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from content where id in (select content_id from fresh) order by id for no key update;
    perform give_points(content.id, content.created_at, count(*)::int)
      from fresh join content on content.id = fresh.content_id and content.user_id <> fresh.user_id group by content.id;
  else
    perform from content where id in (select content_id from gone) order by id for no key update;
    perform give_points(content.id, content.created_at, -count(*)::int)
      from gone join content on content.id = gone.content_id and content.user_id <> gone.user_id group by content.id;
  end if;
  return null;
end
$$;

-- A person may have several comments under an item, and one statement may change all of them: who stands there is looked up for the
-- statement as a whole.
create function count_commenters() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from content where id in (select content_id from fresh) order by id for no key update;
    perform give_points(content.id, content.created_at, 2 * count(*)::int)
      from (select distinct content_id, user_id from fresh where moderation = 'approved') person
      join content on content.id = person.content_id and content.user_id <> person.user_id
      where not exists (select from comments stands where stands.content_id = person.content_id
        and stands.user_id = person.user_id and stands.moderation = 'approved' and stands.id not in (select id from fresh))
      group by content.id;
    return null;
  end if;
  perform from content where id in (select content_id from gone) order by id for no key update;
  perform give_points(content.id, content.created_at, -2 * count(*)::int)
    from (select distinct content_id, user_id from gone where moderation = 'approved') person
    join content on content.id = person.content_id and content.user_id <> person.user_id
    where not exists (select from comments stands where stands.content_id = person.content_id
      and stands.user_id = person.user_id and stands.moderation = 'approved')
    group by content.id;
  if tg_op = 'UPDATE' then
    perform give_points(content.id, content.created_at, 2 * count(*)::int)
      from (select distinct content_id, user_id from fresh where moderation = 'approved'
        except select content_id, user_id from gone where moderation = 'approved') person
      join content on content.id = person.content_id and content.user_id <> person.user_id
      where not exists (select from comments stands where stands.content_id = person.content_id
        and stands.user_id = person.user_id and stands.moderation = 'approved' and stands.id not in (select id from fresh))
      group by content.id;
  end if;
  return null;
end
$$;

-- From here on likes and comments wait until all have been counted: 16 s at five million likes and three million comments.
create trigger likes_points_more after insert on likes referencing new table as fresh for each statement execute function count_likes();
create trigger likes_points_less after delete on likes referencing old table as gone for each statement execute function count_likes();
create trigger comments_points_more after insert on comments referencing new table as fresh
  for each statement execute function count_commenters();
create trigger comments_points_less after delete on comments referencing old table as gone
  for each statement execute function count_commenters();
create trigger comments_points_moved after update on comments referencing old table as gone new table as fresh
  for each statement execute function count_commenters();

set local work_mem = '128MB';

insert into chart_points (content_id, points, created_at)
  select content.id, given.points, content.created_at from content join (
    select content_id, sum(points) as points from (
      select content_id, count(*) as points from likes group by content_id
      union all
      select content_id, 2 * count(*) from (select distinct content_id, user_id from comments where moderation = 'approved') said group by content_id
      union all
      select content.id, -1 from content join likes on likes.content_id = content.id and likes.user_id = content.user_id
      union all
      select distinct content.id, -2 from content join comments on comments.content_id = content.id and comments.user_id = content.user_id
        where comments.moderation = 'approved'
    ) voices group by content_id
  ) given on given.content_id = content.id
  order by content.id;

alter table chart_points add primary key (content_id), add foreign key (content_id) references content on delete cascade;
create index chart_points_best on chart_points (points desc, created_at desc, content_id desc) where points > 0;
