-- Staff accounts follow nobody (ruling 39). Whoever gives the role (the command, ADMIN_EMAIL, a process of the release before), the
-- follows and requests of that account end in the same statement.
create function end_follows_of_staff() returns trigger language plpgsql as $$
begin
  delete from follows where follower_id = new.id;
  delete from notifications where kind = 'follow_request' and person_id = new.id;
  return null;
end $$;
create trigger users_staff_follow_nobody after update of role on users
  for each row when (new.role <> 'user' and old.role = 'user') execute function end_follows_of_staff();

delete from notifications using users where kind = 'follow_request' and person_id = users.id and users.role <> 'user';
delete from follows using users where follower_id = users.id and users.role <> 'user';
