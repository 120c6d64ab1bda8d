-- Pages for anonymous visitors are cached (0026_pages.sql). A notification on the channel `pages` now contains the id of
-- what has changed, and a process drops only the pages that show it (decision 090). An empty notification clears the whole
-- cache. It is needed if something can appear on pages that did not show it before.

-- Whether anonymous visitors may be able to see the item. Also true for some items that they cannot see.
create function may_be_on_pages(deleted_at timestamptz, moderation text, stream_status text, visibility text,
    publication_state text, chosen_visibility text) returns boolean language sql immutable as $$
  select deleted_at is null and moderation in ('approved', 'limited') and stream_status in ('ready', 'live')
    and (visibility <> 'only_me' or (publication_state = 'published' and chosen_visibility is not distinct from 'unlisted'))
$$;

-- After a statement that deletes many rows, one empty notification is cheaper.
create function tell_pages_about(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 100 then
    perform pg_notify('pages', '');
  else
    perform pg_notify('pages', id::text) from unnest(ids) id where id is not null;
  end if;
end
$$;

create function tell_pages_of_new_content() returns trigger language plpgsql as $$
begin
  if exists (select from added where may_be_on_pages(added.deleted_at, added.moderation, added.stream_status,
      added.visibility, added.publication_state, added.chosen_visibility)) then
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
  if not is_visible then
    if was_visible then
      perform pg_notify('pages', old.id::text);
    end if;
  -- Lists depend on these columns, so the item may appear in other lists.
  elsif not was_visible
    or row (new.user_id, new.title, new.description, new.genre, new.tags, new.language, new.content_type, new.visibility,
        new.chosen_visibility, new.publication_state, new.rating, new.moderation, new.stream_status, new.is_featured,
        new.created_at)
      is distinct from row (old.user_id, old.title, old.description, old.genre, old.tags, old.language, old.content_type,
        old.visibility, old.chosen_visibility, old.publication_state, old.rating, old.moderation, old.stream_status,
        old.is_featured, old.created_at) then
    perform pg_notify('pages', '');
  else
    perform pg_notify('pages', new.id::text);
  end if;
  return null;
end
$$;

create function tell_pages_of_deleted_content() returns trigger language plpgsql as $$
begin
  perform tell_pages_about((select array_agg(removed.id) from removed where may_be_on_pages(removed.deleted_at,
    removed.moderation, removed.stream_status, removed.visibility, removed.publication_state, removed.chosen_visibility)));
  return null;
end
$$;

drop trigger content_pages on content;
drop trigger content_pages_of_tags on content;
drop trigger content_pages_of_chapters on content;
drop trigger content_pages_of_comment_mode on content;
drop trigger content_pages_of_language on content;
create trigger content_pages_insert after insert on content
  referencing new table as added for each statement execute function tell_pages_of_new_content();
create trigger content_pages_update after update of user_id, title, description, genre, tags, language, content_type,
  visibility, chosen_visibility, publication_state, rating, moderation, deleted_at, stream_status, stream_url, cover_url,
  thumbnail_url, trailer_url, preview_url, stream_thumbnail_url, storyboard_url, is_featured, custom_chapters, comment_mode,
  duration_seconds, width, height, loudness_lufs, playback_id, created_at
  on content for each row when (old.* is distinct from new.*) execute function tell_pages_of_changed_content();
create trigger content_pages_delete after delete on content
  referencing old table as removed for each statement execute function tell_pages_of_deleted_content();

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
  -- The person's items and comments may appear again.
  if (old.is_private and not new.is_private)
    or (old.deletion_scheduled_at is not null and new.deletion_scheduled_at is null)
    or (old.suspended_until is not null and new.suspended_until is distinct from old.suspended_until)
    or old.user_id <> new.user_id then
    perform pg_notify('pages', '');
  else
    perform pg_notify('pages', new.user_id::text);
  end if;
  return null;
end
$$;

create function tell_pages_of_deleted_profile() returns trigger language plpgsql as $$
begin
  perform tell_pages_about((select array_agg(user_id) from removed));
  return null;
end
$$;

drop trigger profiles_pages on profiles;
create trigger profiles_pages_insert after insert on profiles
  referencing new table as added for each statement execute function tell_pages_of_new_profile();
create trigger profiles_pages_update after update on profiles
  for each row when (old.* is distinct from new.*) execute function tell_pages_of_changed_profile();
create trigger profiles_pages_delete after delete on profiles
  referencing old table as removed for each statement execute function tell_pages_of_deleted_profile();

-- Comments and captions are shown only on pages that contain the id of their item.
create function tell_pages_of_item() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', content_id::text)
    from unnest(array[case when tg_op <> 'INSERT' then old.content_id end,
      case when tg_op <> 'DELETE' then new.content_id end]) content_id where content_id is not null;
  return null;
end
$$;

create function tell_pages_of_deleted_comments() returns trigger language plpgsql as $$
begin
  perform tell_pages_about((select array_agg(distinct content_id) from removed));
  return null;
end
$$;

drop trigger comments_pages on comments;
create trigger comments_pages_update after update of body, moderation on comments for each row
  when (old.body is distinct from new.body or old.moderation is distinct from new.moderation)
  execute function tell_pages_of_item();
create trigger comments_pages_delete after delete on comments
  referencing old table as removed for each statement execute function tell_pages_of_deleted_comments();
drop trigger captions_pages on captions;
create trigger captions_pages after insert or update or delete on captions for each row execute function tell_pages_of_item();

-- Public playlists are shown on the page of their creator, and beside the videos that are opened from them.
create function tell_pages_of_playlist() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform tell_pages_about(array[old.id, old.user_id]);
  end if;
  if tg_op <> 'DELETE' then
    perform tell_pages_about(array[new.id, new.user_id]);
  end if;
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
