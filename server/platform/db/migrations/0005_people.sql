-- Account settings, names that nobody may take for a while, and people who are leaving.

-- What somebody calls themself. Theirs alone; profiles.display_name is the public copy, and a minor has none.
alter table private_details
  add column display_name text not null default '' check (length(display_name) <= 400);

update profiles set display_name = '' where is_minor;
alter table profiles
  add constraint minors_without_public_name check (not is_minor or display_name = ''),
  -- When its owner booked the deletion of the account: from then on nobody else sees the person or what they made.
  add column leaving_at timestamptz;
create index profiles_leaving on profiles (leaving_at) where leaving_at is not null;

-- A dropped username stays reserved. Only a keyed hash of it is kept: a name may outlive its account here.
create table dropped_usernames (
  handle text primary key,
  free_at timestamptz not null
);
create index dropped_usernames_free on dropped_usernames (free_at);
