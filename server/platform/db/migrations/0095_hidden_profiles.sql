-- Counting the replies to a comment leaves out the replies by hidden people. Few people are hidden, so looking them up in
-- this small index is much faster than looking up the profile of every author.
create index profiles_hidden on profiles (user_id) where deletion_scheduled_at is not null or suspended_until is not null;
