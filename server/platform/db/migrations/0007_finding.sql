-- Finding: what an item and a person can be found by, and the indexes of the charts.

-- Words as people type them, on both sides of every comparison: compatibility forms, accents, case and apostrophes away,
-- everything between words one space. `Café – “R&B”, don’t!` is `cafe r b dont`.
create function search_plain(words text) returns text immutable strict parallel safe language sql return
  btrim(regexp_replace(
    translate(
      replace(lower(regexp_replace(normalize(translate(words, '''’`', ''), NFKD), '[\u0300-\u036f]+', '', 'g') collate pg_c_utf8), 'ß', 'ss'),
      'øłđħı', 'oldhi'),
    '[^[:alnum:]]+', ' ', 'g'));

-- Every word as it stands and as its English stem, so that `dancing` finds `dance` and a name stays a name.
create function search_lexemes(words text) returns tsvector immutable strict parallel safe language sql return
  to_tsvector('simple', search_plain(words)) || to_tsvector('english', search_plain(words));

-- All words must be there; a word of three letters or more may be the beginning of one, and the last one always may
-- while somebody is still typing it. English stop words only count when there is nothing else. No word at all is null.
create function search_query(words text, typing boolean) returns tsquery immutable strict parallel safe language plpgsql as $$
declare
  all_words text[] := regexp_split_to_array(search_plain(words), ' ');
  word text;
  place int;
  stem tsquery;
  begins boolean;
  found tsquery;
  wanted tsquery;
  stops tsquery;
begin
  for place in 1 .. least(array_length(all_words, 1), 10) loop
    word := all_words[place];
    continue when word = '';
    begins := length(word) >= 3 or (typing and place = array_length(all_words, 1));
    found := to_tsquery('simple', word || case when begins then ':*' else '' end);
    stem := to_tsquery('english', word);
    if numnode(stem) = 0 and not (typing and place = array_length(all_words, 1)) then
      stops := coalesce(stops && found, found);
    else
      wanted := coalesce(wanted && (found || stem), found || stem);
    end if;
  end loop;
  return coalesce(wanted, stops);
end
$$;

alter table content add column search tsvector not null default '', add column search_words text not null default '';

create function write_content_words() returns trigger language plpgsql as $$
declare
  maker text;
begin
  select username || ' ' || display_name into maker from profiles where user_id = new.user_id;
  maker := coalesce(maker, '');
  new.search_words := search_plain(new.title || ' ' || new.genre || ' ' || maker);
  new.search := setweight(search_lexemes(new.title), 'A') || setweight(search_lexemes(new.genre || ' ' || maker), 'B')
    || setweight(search_lexemes(new.description), 'D');
  return new;
end
$$;
create trigger content_words before insert or update of title, description, genre, user_id on content
  for each row execute function write_content_words();

-- A new name is found at once: writing the title anew makes the words anew.
create function rename_content_words() returns trigger language plpgsql as $$
begin
  update content set title = title where user_id = new.user_id;
  return null;
end
$$;
create trigger profile_words after update of username, display_name on profiles for each row
  when (old.username is distinct from new.username or old.display_name is distinct from new.display_name)
  execute function rename_content_words();

update content set title = title;

-- Without the pending list: uploads are rare, and a search would have to read it through.
create index content_search on content using gin (search) with (fastupdate = off)
  where deleted_at is null and moderation = 'approved' and stream_status = 'ready';
create index content_search_words on content using gin (search_words gin_trgm_ops) with (fastupdate = off)
  where deleted_at is null and moderation = 'approved' and stream_status = 'ready';

alter table profiles
  add column search_words text not null generated always as (search_plain(username || ' ' || display_name)) stored;
create index profiles_search_words on profiles using gin (search_words gin_trgm_ops) with (fastupdate = off);

-- The charts read one period of each.
create index likes_made on likes (created_at) include (content_id, user_id);
create index comments_made on comments (created_at) include (content_id, user_id) where moderation = 'approved';
