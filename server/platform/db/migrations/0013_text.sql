-- Texts that somebody looks at before others see them.

-- Who decides about a held comment, and what stood out. Nobody named: moderators.
alter table comments add column held_for text check (held_for in ('moderators', 'owner'));
alter table comments add column held_why text[] not null default '{}';

-- What stood out in title and description while the item waits for it; empty when it waits for something else, or for nothing.
alter table content add column held_why text[] not null default '{}';

-- What somebody wrote about themself and nobody else sees yet.
alter table profiles add column held_bio text check (length(held_bio) <= 20000);
alter table profiles add column held_bio_why text[] not null default '{}';

-- Also what is held is listed: to its author, and to who decides.
drop index comments_by_content;
create index comments_by_content on comments (content_id, created_at desc, id desc)
  where moderation in ('approved', 'held');
