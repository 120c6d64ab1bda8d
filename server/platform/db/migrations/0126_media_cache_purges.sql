-- Shared caches (a CDN, Varnish) may keep the media of public videos for a day if a purger is configured (decision 100). A
-- row is one tag whose responses the caches must delete. Triggers write the rows, so every change of access is covered, in
-- the transaction that makes it. The rows are written even if no purger is configured, and deleted after two days.

-- old code: does not know the tables, and its changes of access write rows as well.
create table media_cache_purges (
  id bigint generated always as identity primary key,
  tag text not null check (length(tag) between 1 and 80),
  created_at timestamptz not null default clock_timestamp(),
  -- When the tag is purged next. A process that is purging it sets this time to the end of its lease.
  next_at timestamptz not null default clock_timestamp(),
  -- How often the tag has been purged: a response that was generated before the change may be stored after the first purge
  purged smallint not null default 0,
  -- Failed attempts since the last success
  failures smallint not null default 0
);
create index media_cache_purges_next on media_cache_purges (next_at);

-- Whether the purger works is tested even if nothing has to be purged: responses are kept for a day only while it works.
create table media_cache_purger (
  only_row boolean primary key default true check (only_row),
  succeeded_at timestamptz,
  next_test_at timestamptz not null default '-infinity'
);
insert into media_cache_purger default values;

-- The same tags as in server/playback/shared-cache/media-tags.ts. The tag of a person is a hash, because the people who
-- operate the caches do not need to know whose videos they keep.
create function media_tag_of_person(user_id uuid) returns text language sql stable as $$
  select 'p-' || left(encode(sha256(convert_to(user_id::text, 'UTF8')), 'hex'), 24)
$$;

create function purge_media_of_content() returns trigger language plpgsql as $$
begin
  if may_be_on_pages(old.deleted_at, old.moderation, old.stream_status, old.visibility, old.publication_state,
      old.chosen_visibility) then
    insert into media_cache_purges (tag) values ('v-' || old.playback_id);
  end if;
  return null;
end
$$;

-- Access, the files that belong to the video, and whether search engines may show its images, depend on these columns.
create trigger content_media_cache_update after update of user_id, visibility, chosen_visibility, publication_state, rating,
  moderation, deleted_at, stream_status, playback_id, stream_url, cover_url, thumbnail_url, trailer_url, preview_url,
  stream_thumbnail_url, storyboard_url
  on content for each row when (row (old.user_id, old.visibility, old.chosen_visibility, old.publication_state, old.rating,
      old.moderation, old.deleted_at, old.stream_status, old.playback_id, old.stream_url, old.cover_url, old.thumbnail_url,
      old.trailer_url, old.preview_url, old.stream_thumbnail_url, old.storyboard_url)
    is distinct from row (new.user_id, new.visibility, new.chosen_visibility, new.publication_state, new.rating,
      new.moderation, new.deleted_at, new.stream_status, new.playback_id, new.stream_url, new.cover_url, new.thumbnail_url,
      new.trailer_url, new.preview_url, new.stream_thumbnail_url, new.storyboard_url))
  execute function purge_media_of_content();
create trigger content_media_cache_delete after delete on content for each row execute function purge_media_of_content();

create function purge_media_of_person() returns trigger language plpgsql as $$
begin
  insert into media_cache_purges (tag)
    values (media_tag_of_person(case when tg_op = 'INSERT' then new.user_id else old.user_id end));
  return null;
end
$$;

create trigger profiles_media_cache_update after update of user_id, is_private, deletion_scheduled_at, suspended_until
  on profiles for each row when (row (old.user_id, old.is_private, old.deletion_scheduled_at, old.suspended_until)
    is distinct from row (new.user_id, new.is_private, new.deletion_scheduled_at, new.suspended_until))
  execute function purge_media_of_person();
create trigger profiles_media_cache_delete after delete on profiles for each row execute function purge_media_of_person();

-- Whether search engines may show images of a person's videos depends on the person's age and on one setting. An image's
-- response says so, and the caches keep its headers too.
create trigger private_details_media_cache after update of age on private_details for each row
  when (old.age <> new.age) execute function purge_media_of_person();
create trigger safety_settings_media_cache_insert after insert on safety_settings for each row
  when (new.setting = 'outside') execute function purge_media_of_person();
create trigger safety_settings_media_cache_update after update on safety_settings for each row
  when (old.setting = 'outside' and old.value is distinct from new.value) execute function purge_media_of_person();
create trigger safety_settings_media_cache_delete after delete on safety_settings for each row
  when (old.setting = 'outside') execute function purge_media_of_person();

-- A caption file never changes. It disappears when captions are changed or deleted.
create function purge_media_of_captions() returns trigger language plpgsql as $$
begin
  insert into media_cache_purges (tag) select 'v-' || playback_id from content where id = old.content_id;
  return null;
end
$$;

create trigger captions_media_cache_update after update on captions for each row
  when (old.file_id is distinct from new.file_id) execute function purge_media_of_captions();
create trigger captions_media_cache_delete after delete on captions for each row execute function purge_media_of_captions();
