-- Captions that their creator has edited and not published yet (decision 070).
create table caption_drafts (
  content_id uuid not null references content on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  is_sdh boolean not null default false,
  -- Changes with each save, so that a save that is based on an older version is refused.
  version uuid not null default gen_random_uuid(),
  -- The `file_id` of the published text that the draft is based on, or null if nothing was published.
  base_file_id uuid,
  cues jsonb not null check (jsonb_typeof(cues) = 'array' and octet_length(cues::text) <= 4194304),
  cue_count integer not null check (cue_count between 0 and 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (content_id, language, is_sdh)
);
