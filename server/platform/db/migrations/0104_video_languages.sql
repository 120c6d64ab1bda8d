-- The language of a video's speech, title and description, as a BCP 47 tag. Null if the creator has not chosen one
-- (decision 074).
alter table content add column language text;
-- Not validated, because a scan of the table would hold the lock of this migration. All existing rows contain null.
alter table content add constraint content_language_is_a_tag
  check (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$') not valid;

-- The words of a text for search. search_lexemes finds them in any language. A text whose language is known is also found
-- by the stems of its language, which start with a slash so that they never equal a word or a stem of another language.
create function search_lexemes_in_language(words text, language text) returns tsvector
  immutable parallel safe language plpgsql as $$
declare
  lexemes tsvector := search_lexemes(words);
  dictionary regconfig := caption_dictionary(language);
  stems tsvector;
begin
  if language is null or dictionary = 'pg_catalog.english'::regconfig then
    return lexemes;
  end if;
  -- Words after an article (l’ami) and Arabic words without vowel signs.
  lexemes := lexemes || ts_delete(to_tsvector('pg_catalog.simple', caption_plain(words)), tsvector_to_array(lexemes));
  if dictionary = 'pg_catalog.simple'::regconfig then
    return lexemes;
  end if;
  select string_agg(format('''/%s'':%s', lexeme, array_to_string(positions, ',')), ' ')::tsvector into stems
    from unnest(to_tsvector(dictionary, caption_plain(words)));
  return lexemes || coalesce(stems, '');
end
$$;

-- As in 0077_tags.sql, and the stems of the video's language. The lexeme //es marks a video in Spanish.
create or replace function write_content_words() returns trigger language plpgsql as $$
declare
  maker text;
begin
  select username || ' ' || display_name into maker from profiles where user_id = new.user_id;
  maker := coalesce(maker, '');
  new.search_words := search_plain(new.title || ' ' || new.genre || ' ' || maker);
  new.search := setweight(search_lexemes_in_language(new.title, new.language), 'A')
    || setweight(search_lexemes_in_language(new.genre || ' ' || maker, new.language), 'B')
    || setweight(to_tsvector('simple', search_plain(array_to_string(new.tags, ' '))), 'C')
    || setweight(search_lexemes_in_language(new.description, new.language), 'D');
  if new.language is not null then
    new.search := new.search || array_to_tsvector(array['//' || split_part(new.language, '-', 1)]);
  end if;
  return new;
end
$$;
create trigger content_words_of_language before update of language on content for each row
  when (old.language is distinct from new.language) execute function write_content_words();

-- Cards and watch pages are cached for signed-out visitors (0026_pages.sql).
create trigger content_pages_of_language after update of language on content for each statement execute function tell_pages();
