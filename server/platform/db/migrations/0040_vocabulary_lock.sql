-- Two transactions that changed several items each wrote the words of those items in different orders and deadlocked: of 200 parallel
-- notices, 46 failed. The words are now written when the transaction commits, by one transaction at a time. The advisory lock is the
-- one of the audit log (0015), which is also taken at commit: with two locks, two transactions could take them in opposite orders.
create or replace function keep_vocabulary() returns trigger language plpgsql as $$
declare
  had text[] := '{}';
  has text[] := '{}';
  gained text[];
  lost text[];
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.visibility <> 'only_me' and old.moderation = 'approved' and old.stream_status = 'ready' then
    had := vocabulary_of(old.search_words);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.visibility <> 'only_me' and new.moderation = 'approved' and new.stream_status = 'ready' then
    has := vocabulary_of(new.search_words);
  end if;
  gained := array(select word from unnest(has) word where word <> all (had));
  lost := array(select word from unnest(had) word where word <> all (has));
  if gained = '{}' and lost = '{}' then
    return null;
  end if;
  perform pg_advisory_xact_lock(727315);
  insert into search_vocabulary (word, items)
    select word, 1 from unnest(gained) word
    on conflict (word) do update set items = search_vocabulary.items + 1;
  delete from search_vocabulary where word = any (lost) and items = 1;
  update search_vocabulary set items = items - 1 where word = any (lost) and items > 1;
  return null;
end
$$;

drop trigger content_vocabulary on content;
create constraint trigger content_vocabulary
  after insert or delete or update of title, genre, user_id, visibility, moderation, stream_status, deleted_at on content
  deferrable initially deferred for each row execute function keep_vocabulary();
