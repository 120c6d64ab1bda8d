-- The words that something findable can be found by, each with the number of items that have it. Whoever mistypes one is led to it by way
-- of these: to look for what is spelled nearly so among the items themselves compared a large part of all there are. A word goes with
-- the last item that has it, in the same transaction: names of people are among them.

create table search_vocabulary (
  word text primary key,
  items integer not null check (items > 0)
);

create function vocabulary_of(search_words text) returns text[] immutable parallel safe language sql return
  array(select distinct word from regexp_split_to_table(search_words, ' ') word where length(word) between 3 and 40 order by word);

create function keep_vocabulary() returns trigger language plpgsql as $$
declare
  had text[] := '{}';
  has text[] := '{}';
  lost text[];
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.visibility <> 'only_me' and old.moderation = 'approved' and old.stream_status = 'ready' then
    had := vocabulary_of(old.search_words);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.visibility <> 'only_me' and new.moderation = 'approved' and new.stream_status = 'ready' then
    has := vocabulary_of(new.search_words);
  end if;
  -- Always in the order of the words: two at once then wait for each other, and are not in each other's way.
  insert into search_vocabulary (word, items)
    select word, 1 from unnest(has) word where word <> all (had) order by word
    on conflict (word) do update set items = search_vocabulary.items + 1;
  lost := array(select word from unnest(had) word where word <> all (has));
  if lost <> '{}' then
    -- Locked first: of two who take away the last two items with a word, the second sees that it is the last.
    perform from search_vocabulary where word = any (lost) order by word for update;
    delete from search_vocabulary where word = any (lost) and items = 1;
    update search_vocabulary set items = items - 1 where word = any (lost) and items > 1;
  end if;
  return null;
end
$$;

-- Until its end, writes of items wait: 12 s at a million.
create trigger content_vocabulary
  after insert or delete or update of title, genre, user_id, visibility, moderation, stream_status, deleted_at on content
  for each row execute function keep_vocabulary();

insert into search_vocabulary (word, items)
  select word, count(*) from content, unnest(vocabulary_of(search_words)) word
  where deleted_at is null and visibility <> 'only_me' and moderation = 'approved' and stream_status = 'ready'
  group by word;

create index search_vocabulary_alike on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
