-- The text of captions for search (decision 069).

-- Words as people type them (search_plain). Arabic also loses its vowel signs, and articles such as the French l’ become
-- words of their own.
create function caption_plain(words text) returns text immutable strict parallel safe language sql return
  search_plain(regexp_replace(regexp_replace(normalize(words, NFKD), '[\u0640\u064b-\u065f\u0670]', '', 'g'),
    '\m(qu|[cdjlmnst])[''’]', '\1 ', 'gi'));

-- The dictionary of a language. A language without one keeps its words as they are.
create function caption_dictionary(language text) returns regconfig immutable strict parallel safe language sql return
  case split_part(language, '-', 1)
    when 'ar' then 'pg_catalog.arabic'::regconfig when 'ca' then 'pg_catalog.catalan'::regconfig
    when 'da' then 'pg_catalog.danish'::regconfig when 'de' then 'pg_catalog.german'::regconfig
    when 'el' then 'pg_catalog.greek'::regconfig when 'en' then 'pg_catalog.english'::regconfig
    when 'es' then 'pg_catalog.spanish'::regconfig when 'eu' then 'pg_catalog.basque'::regconfig
    when 'fi' then 'pg_catalog.finnish'::regconfig when 'fr' then 'pg_catalog.french'::regconfig
    when 'ga' then 'pg_catalog.irish'::regconfig when 'hi' then 'pg_catalog.hindi'::regconfig
    when 'hu' then 'pg_catalog.hungarian'::regconfig when 'hy' then 'pg_catalog.armenian'::regconfig
    when 'id' then 'pg_catalog.indonesian'::regconfig when 'it' then 'pg_catalog.italian'::regconfig
    when 'lt' then 'pg_catalog.lithuanian'::regconfig when 'nb' then 'pg_catalog.norwegian'::regconfig
    when 'ne' then 'pg_catalog.nepali'::regconfig when 'nl' then 'pg_catalog.dutch'::regconfig
    when 'no' then 'pg_catalog.norwegian'::regconfig when 'pt' then 'pg_catalog.portuguese'::regconfig
    when 'ro' then 'pg_catalog.romanian'::regconfig when 'ru' then 'pg_catalog.russian'::regconfig
    when 'sr' then 'pg_catalog.serbian'::regconfig when 'sv' then 'pg_catalog.swedish'::regconfig
    when 'ta' then 'pg_catalog.tamil'::regconfig when 'tr' then 'pg_catalog.turkish'::regconfig
    when 'yi' then 'pg_catalog.yiddish'::regconfig else 'pg_catalog.simple'::regconfig
  end;

-- The sentences of captions as viewers see them. Search reads the newest rows first, in the order of their ids.
create table caption_passages (
  id bigint generated always as identity primary key,
  caption_id uuid not null references captions on delete cascade,
  language text not null,
  -- One line for each cue.
  body text not null,
  -- The start of each cue in milliseconds.
  starts integer[] not null check (cardinality(starts) between 1 and 100),
  search tsvector not null generated always as (to_tsvector(caption_dictionary(language), caption_plain(body))) stored
);
create index caption_passages_by_caption on caption_passages (caption_id);
-- Without the pending list, which a search would have to read through.
create index caption_passages_search on caption_passages using gin (search) with (fastupdate = off);

-- The text whose sentences are in caption_passages. It differs from file_id until a job has read captions that an earlier
-- release stored.
alter table captions add column indexed_file_id uuid;
create index captions_not_indexed on captions (id) where indexed_file_id is distinct from file_id;

-- A replaced text is never found, whichever release replaces it.
create function delete_old_passages() returns trigger language plpgsql as $$
begin
  delete from caption_passages where caption_id = new.id;
  return null;
end
$$;
create trigger captions_old_passages after update of file_id on captions for each row
  when (old.file_id is distinct from new.file_id) execute function delete_old_passages();

create function change_passage_language() returns trigger language plpgsql as $$
begin
  update caption_passages set language = new.language where caption_id = new.id;
  return null;
end
$$;
create trigger captions_passage_language after update of language on captions for each row
  when (old.language is distinct from new.language) execute function change_passage_language();
