-- Lists of a genre, newest first. Which genres there are is read off the front of this index (server/content/shelves.ts), so a part of a
-- genre's name needs no index of its own. Writes of items wait while it is made: 5 s at a million.
create index content_on_shelf on content (genre, content_type, created_at desc, id desc)
  where deleted_at is null and visibility <> 'only_me' and moderation = 'approved' and stream_status = 'ready';
drop index content_genre;
