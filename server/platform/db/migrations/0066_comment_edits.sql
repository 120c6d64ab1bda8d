alter table comments add column edited_at timestamptz;

-- The texts that edits have replaced. Moderators see them, so that an edit cannot hide what was reported.
create table comment_edits (
  id bigint generated always as identity primary key,
  comment_id uuid not null references comments on delete cascade,
  body text not null,
  replaced_at timestamptz not null default now()
);
create index comment_edits_by_comment on comment_edits (comment_id, replaced_at);
