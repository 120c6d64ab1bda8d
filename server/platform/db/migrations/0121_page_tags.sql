-- Pages for anonymous visitors are cached (0026_pages.sql). A notification on the channel `pages` now contains the ids of
-- what has changed, separated by commas, and a process drops only the pages that show one of them (decision 090). An empty
-- notification clears the whole cache. It is sent if something can appear on pages that did not show it before, and if
-- something must disappear: pages also show covers and counts of items without their ids.

-- Whether anonymous visitors may be able to see the item. Also true for some items that they cannot see.
create function may_be_on_pages(deleted_at timestamptz, moderation text, stream_status text, visibility text,
    publication_state text, chosen_visibility text) returns boolean language sql immutable as $$
  select deleted_at is null and moderation in ('approved', 'limited') and stream_status in ('ready', 'live')
    and (visibility <> 'only_me' or (publication_state = 'published' and chosen_visibility is not distinct from 'unlisted'))
$$;

-- After a statement that changes many rows, one empty notification is cheaper.
create function tell_pages_about(variadic ids text[]) returns void language sql as $$
  select pg_notify('pages', case when count(*) <= 100 then coalesce(string_agg(distinct id, ','), '') else '' end)
    from unnest(ids) id where id is not null
$$;

create function tell_pages_of_content() returns trigger language plpgsql as $$
begin
  if exists (select from changed where may_be_on_pages(changed.deleted_at, changed.moderation, changed.stream_status,
      changed.visibility, changed.publication_state, changed.chosen_visibility)) then
    perform pg_notify('pages', '');
  end if;
  return null;
end
$$;

create function tell_pages_of_changed_content() returns trigger language plpgsql as $$
declare
  was_visible boolean = may_be_on_pages(old.deleted_at, old.moderation, old.stream_status, old.visibility,
    old.publication_state, old.chosen_visibility);
  is_visible boolean = may_be_on_pages(new.deleted_at, new.moderation, new.stream_status, new.visibility,
    new.publication_state, new.chosen_visibility);
begin
  -- Lists, and the access to the item, depend on these columns. A first poster also appears on playlists and series.
  if was_visible <> is_visible or is_visible and (row (new.user_id, new.title, new.description, new.genre, new.tags,
        new.language, new.content_type, new.visibility, new.chosen_visibility, new.publication_state, new.rating,
        new.moderation, new.stream_status, new.is_featured, new.created_at, new.cover_url is null,
        new.stream_thumbnail_url is null)
      is distinct from row (old.user_id, old.title, old.description, old.genre, old.tags,
        old.language, old.content_type, old.visibility, old.chosen_visibility, old.publication_state, old.rating,
        old.moderation, old.stream_status, old.is_featured, old.created_at, old.cover_url is null,
        old.stream_thumbnail_url is null)) then
    perform pg_notify('pages', '');
  elsif is_visible then
    -- Playlists and series show covers, whose addresses contain the playback id.
    perform tell_pages_about(new.id::text, old.playback_id, new.playback_id);
  end if;
  return null;
end
$$;

drop trigger content_pages on content;
drop trigger content_pages_of_tags on content;
drop trigger content_pages_of_chapters on content;
drop trigger content_pages_of_comment_mode on content;
drop trigger content_pages_of_language on content;
create trigger content_pages_insert after insert on content
  referencing new table as changed for each statement execute function tell_pages_of_content();
create trigger content_pages_update after update of user_id, title, description, genre, tags, language, content_type,
  visibility, chosen_visibility, publication_state, rating, moderation, deleted_at, stream_status, stream_url, cover_url,
  thumbnail_url, trailer_url, preview_url, stream_thumbnail_url, storyboard_url, is_featured, custom_chapters, comment_mode,
  duration_seconds, width, height, loudness_lufs, playback_id, created_at
  on content for each row when (old.* is distinct from new.*) execute function tell_pages_of_changed_content();
create trigger content_pages_delete after delete on content
  referencing old table as changed for each statement execute function tell_pages_of_content();

-- A person without a profile is not shown, so a new profile can make existing items appear.
create function tell_pages_of_new_profile() returns trigger language plpgsql as $$
begin
  if exists (select from added join content on content.user_id = added.user_id)
    or exists (select from added join comments on comments.user_id = added.user_id) then
    perform pg_notify('pages', '');
  end if;
  return null;
end
$$;

create function tell_pages_of_changed_profile() returns trigger language plpgsql as $$
begin
  -- The person's items, comments and playlists appear or disappear, also on pages without the person's id.
  if row (new.user_id, new.is_private, new.deletion_scheduled_at, new.suspended_until)
      is distinct from row (old.user_id, old.is_private, old.deletion_scheduled_at, old.suspended_until) then
    perform pg_notify('pages', '');
  else
    perform tell_pages_about(new.user_id::text);
  end if;
  return null;
end
$$;

drop trigger profiles_pages on profiles;
create trigger profiles_pages_insert after insert on profiles
  referencing new table as added for each statement execute function tell_pages_of_new_profile();
create trigger profiles_pages_update after update on profiles
  for each row when (old.* is distinct from new.*) execute function tell_pages_of_changed_profile();
create trigger profiles_pages_delete after delete on profiles for each row execute function tell_pages();

-- Whether search engines may list the pages of a person, and other sites may embed their videos, depends on the person's age
-- and safety settings.
create function tell_pages_of_person() returns trigger language plpgsql as $$
begin
  perform tell_pages_about(case when tg_op = 'DELETE' then old.user_id::text else new.user_id::text end);
  return null;
end
$$;

create trigger private_details_pages_update after update on private_details
  for each row when (old.age <> new.age) execute function tell_pages_of_person();
create trigger private_details_pages_rows after insert or delete on private_details
  for each row execute function tell_pages_of_person();
create trigger safety_settings_pages after insert or update or delete on safety_settings
  for each row execute function tell_pages_of_person();

-- Comments and captions are shown only on pages that contain the id of their item.
create function tell_pages_of_item() returns trigger language plpgsql as $$
begin
  perform tell_pages_about(case when tg_op <> 'INSERT' then old.content_id::text end,
    case when tg_op <> 'DELETE' then new.content_id::text end);
  return null;
end
$$;

create function tell_pages_of_deleted_comments() returns trigger language plpgsql as $$
begin
  if exists (select from removed) then
    perform tell_pages_about(variadic (select array_agg(distinct content_id)::text[] from removed));
  end if;
  return null;
end
$$;

-- Pages may show new comments, and the numbers of likes and replies, a few seconds later.
drop trigger comments_pages on comments;
create trigger comments_pages_update after update on comments for each row
  when (old.* is distinct from new.*) execute function tell_pages_of_item();
create trigger comments_pages_delete after delete on comments
  referencing old table as removed for each statement execute function tell_pages_of_deleted_comments();
drop trigger captions_pages on captions;
create trigger captions_pages after insert or update or delete on captions for each row execute function tell_pages_of_item();

-- Public playlists are shown on the page of their creator, and beside the videos that are opened from them.
create function tell_pages_of_playlist() returns trigger language plpgsql as $$
begin
  perform tell_pages_about(
    case when tg_op <> 'INSERT' then old.id::text end, case when tg_op <> 'INSERT' then old.user_id::text end,
    case when tg_op <> 'DELETE' then new.id::text end, case when tg_op <> 'DELETE' then new.user_id::text end);
  return null;
end
$$;

drop trigger playlists_pages_insert on playlists;
drop trigger playlists_pages_update on playlists;
drop trigger playlists_pages_delete on playlists;
create trigger playlists_pages_insert after insert on playlists
  for each row when (new.visibility = 'public') execute function tell_pages_of_playlist();
create trigger playlists_pages_update after update on playlists
  for each row when (old.visibility = 'public' or new.visibility = 'public') execute function tell_pages_of_playlist();
create trigger playlists_pages_delete after delete on playlists
  for each row when (old.visibility = 'public') execute function tell_pages_of_playlist();

-- A playlist shows the cover of its first video.
create function tell_pages_of_playlist_items() returns trigger language plpgsql as $$
begin
  if exists (select from changed join playlists on playlists.id = changed.playlist_id where visibility = 'public') then
    perform tell_pages_about(variadic (select array_agg(distinct playlists.id)::text[] from changed
      join playlists on playlists.id = changed.playlist_id where visibility = 'public'));
  end if;
  return null;
end
$$;

create trigger playlist_items_pages_insert after insert on playlist_items
  referencing new table as changed for each statement execute function tell_pages_of_playlist_items();
create trigger playlist_items_pages_update after update on playlist_items
  referencing new table as changed for each statement execute function tell_pages_of_playlist_items();
create trigger playlist_items_pages_delete after delete on playlist_items
  referencing old table as changed for each statement execute function tell_pages_of_playlist_items();

-- The triggers for broadcasts did not cover all columns and operations yet. Workers update other columns every second.
drop trigger broadcasts_pages on broadcasts;
create trigger broadcasts_pages_update after update on broadcasts for each row
  when (row (old.user_id, old.source, old.state, old.delay_seconds, old.started_at, old.ended_at, old.end_reason,
      old.end_detail, old.cut_at, old.packaged_at, old.recording_state, old.media_deleted_at)
    is distinct from row (new.user_id, new.source, new.state, new.delay_seconds, new.started_at, new.ended_at, new.end_reason,
      new.end_detail, new.cut_at, new.packaged_at, new.recording_state, new.media_deleted_at))
  execute function tell_pages();
create trigger broadcasts_pages_rows after insert or delete on broadcasts for each row execute function tell_pages();
create trigger scheduled_broadcasts_pages_delete after delete on scheduled_broadcasts
  for each row execute function tell_pages();
