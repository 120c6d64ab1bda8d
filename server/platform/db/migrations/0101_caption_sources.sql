-- Where captions come from (decision 071): a file of the creator, a text track of the video's file, or automatic
-- speech recognition. Automatic captions become an upload when a person has checked or replaced them.
alter table captions add column source text not null default 'upload'
  check (source in ('upload', 'file', 'automatic'));

-- Text tracks of uploaded files that the creator has not accepted. Viewers never see them. They have a table of
-- their own, so that neither processes of the previous release nor any list of captions can show them.
create table offered_captions (
  id uuid primary key default uuidv7(),
  content_id uuid not null references content on delete cascade,
  -- A BCP 47 tag in its canonical form, or null if the file names no language that captions can have.
  language text check (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  is_sdh boolean not null default false,
  vtt text not null check (octet_length(vtt) between 1 and 4194304),
  cue_count integer not null check (cue_count between 1 and 10000),
  created_at timestamptz not null default now()
);
create index offered_captions_content on offered_captions (content_id);
