-- The comment that starts the thread of a reply; null for comments that start a thread.
alter table comments add column parent_id uuid references comments on delete cascade;
-- The author of the comment that a reply answers. This person is notified.
alter table comments add column reply_to_user_id uuid references users on delete set null;

-- A deleted comment that has replies stays as a row without an author and without a text.
alter table comments alter column user_id drop not null;
alter table comments drop constraint comments_body_check;
alter table comments add constraint comments_body_check
  check (length(body) between 1 and 20000 or (body = '' and moderation = 'deleted')) not valid;
-- old code: always sets an author, and removes no author.
alter table comments add constraint comments_author_check check (user_id is not null or moderation = 'deleted') not valid;
alter table comments validate constraint comments_body_check;
alter table comments validate constraint comments_author_check;

create index comments_threads on comments (content_id, created_at desc, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
create index comments_reply_to on comments (reply_to_user_id) where reply_to_user_id is not null;
-- Lists of comments now read only the comments that start a thread.
drop index comments_by_content;
