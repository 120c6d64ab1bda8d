-- Pages for people who are not signed in are kept for seconds by each process (page-cache.ts). Whatever changes who may see what, or
-- what it says, ends that at once, whoever changed it and from wherever. Counts may be seconds old: they are left out.
create function tell_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', '');
  return null;
end
$$;

create trigger content_pages after insert or delete or update of user_id, title, description, genre, content_type, visibility, rating, moderation,
  deleted_at, stream_status, stream_url, cover_url, thumbnail_url, trailer_url, preview_url, stream_thumbnail_url, storyboard_url, is_featured
  on content for each statement execute function tell_pages();
create trigger profiles_pages after insert or delete or update on profiles for each statement execute function tell_pages();
create trigger comments_pages after delete or update of body, moderation on comments for each statement execute function tell_pages();
