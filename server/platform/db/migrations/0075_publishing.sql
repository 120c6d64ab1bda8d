-- Drafts, scheduled videos and unlisted videos. Queries, indexes and processes of the previous
-- release know only the column `visibility`. A video that must not appear in lists therefore has the value
-- 'only_me' there, and `chosen_visibility` contains what the creator has chosen.
alter table content add column publication_state text not null default 'published';
alter table content add column publish_at timestamptz;
alter table content add column chosen_visibility text;

-- Validated in the next migration, because the scan of the table must not hold the lock of this one.
alter table content add constraint content_publication_check check (
  case publication_state
    when 'published' then publish_at is null
      and (chosen_visibility is null or (chosen_visibility = 'unlisted' and visibility = 'only_me'))
    when 'draft' then publish_at is null and visibility = 'only_me'
      and coalesce(chosen_visibility in ('public', 'followers', 'unlisted', 'only_me'), false)
    when 'scheduled' then num_nulls(publish_at) = 0 and visibility = 'only_me'
      and coalesce(chosen_visibility in ('public', 'followers', 'unlisted', 'only_me'), false)
    else false
  end) not valid;

-- Writes of items wait while this index is made, which reads the table once and writes nothing.
create index content_scheduled on content (publish_at) where publication_state = 'scheduled' and deleted_at is null;
