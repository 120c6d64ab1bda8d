-- Whoever erases an account or an item is followed by foreign keys into these tables; without an index each of them read a table
-- from end to end. Writes to the tables wait while it is made: 5 s at a million items with three million comments.

create index content_user on content (user_id);
create index uploads_user on uploads (user_id);
create index comments_of_person on comments (content_id, user_id);
create index cases_of_content on cases (content_id);
drop index cases_content;
