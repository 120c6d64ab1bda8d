-- The captions of videos (decision 068). The text is stored as WebVTT that contains only safe markup.
create table captions (
  id uuid primary key default uuidv7(),
  content_id uuid not null references content on delete cascade,
  -- A BCP 47 tag in its canonical form.
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  -- Whether the captions also describe sounds.
  is_sdh boolean not null default false,
  is_default boolean not null default false,
  -- The name of the text in URLs. Each new text has a new name, so that caches never serve an old one.
  file_id uuid not null default gen_random_uuid() unique,
  vtt text not null check (octet_length(vtt) between 1 and 4194304),
  cue_count integer not null check (cue_count between 1 and 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (content_id, language, is_sdh)
);
create unique index captions_default on captions (content_id) where is_default;

create trigger captions_pages after insert or update or delete on captions
  for each statement execute function tell_pages();
