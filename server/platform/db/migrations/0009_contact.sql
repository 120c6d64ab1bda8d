-- What people write to us. Kept beside the letter that goes to the contact mailbox, so that none is lost.

create table contact_messages (
  id uuid primary key default uuidv7(),
  -- Who was signed in, if anybody was: the address in the form proves nothing.
  user_id uuid references users on delete set null,
  first_name text not null check (length(first_name) between 1 and 240),
  last_name text not null check (length(last_name) between 1 and 240),
  email text not null check (length(email) <= 254),
  subject text not null check (length(subject) <= 120),
  -- Where on the site it began: the Safety Center marks its letters.
  topic text check (topic ~ '^[a-z-]{1,40}$'),
  message text not null check (length(message) between 1 and 20000),
  created_at timestamptz not null default now()
);
create index contact_messages_pace on contact_messages (email, created_at desc);
create index contact_messages_user on contact_messages (user_id);
