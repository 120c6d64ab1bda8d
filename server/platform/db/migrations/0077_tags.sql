alter table content add column tags text[] not null default '{}';

-- The index of the tag pages, written by the database. The newest videos of a tag are read in index order, which an array
-- index on content cannot do.
create table content_tags (
  tag text not null check (char_length(tag) between 2 and 30),
  content_id uuid not null references content on delete cascade,
  created_at timestamptz not null,
  primary key (content_id, tag)
);
create index content_tags_newest on content_tags (tag, created_at desc, content_id desc);

create function write_content_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from content_tags where content_id = new.id;
  end if;
  insert into content_tags (tag, content_id, created_at) select distinct tag, new.id, new.created_at from unnest(new.tags) tag;
  return null;
end
$$;
create trigger content_tags_insert after insert on content for each row when (new.tags <> '{}')
  execute function write_content_tags();
create trigger content_tags_update after update of tags, created_at on content for each row
  when (old.tags is distinct from new.tags or (new.tags <> '{}' and old.created_at is distinct from new.created_at))
  execute function write_content_tags();

-- Search also finds a video by the words of its tags.
create or replace function write_content_words() returns trigger language plpgsql as $$
declare
  maker text;
begin
  select username || ' ' || display_name into maker from profiles where user_id = new.user_id;
  maker := coalesce(maker, '');
  new.search_words := search_plain(new.title || ' ' || new.genre || ' ' || maker);
  new.search := setweight(search_lexemes(new.title), 'A') || setweight(search_lexemes(new.genre || ' ' || maker), 'B')
    || setweight(to_tsvector('simple', search_plain(array_to_string(new.tags, ' '))), 'C')
    || setweight(search_lexemes(new.description), 'D');
  return new;
end
$$;
create trigger content_words_of_tags before update of tags on content for each row
  when (old.tags is distinct from new.tags) execute function write_content_words();

-- Tag pages and watch pages are cached for signed-out visitors (0026_pages.sql).
create trigger content_pages_of_tags after update of tags on content for each statement execute function tell_pages();
