-- Staff assign, answer, close and reopen messages of the contact form in the admin console (decision 103).

-- The previous release inserts messages without these columns, so they are open.
alter table contact_messages
  add column assigned_to uuid references users on delete set null,
  add column closed_at timestamptz;
create index contact_messages_assigned on contact_messages (assigned_to) where assigned_to is not null;
create index contact_messages_open on contact_messages (created_at desc, id desc) where closed_at is null;
create index contact_messages_closed on contact_messages (created_at desc, id desc) where closed_at is not null;

-- The answers that were emailed to the sender.
create table contact_replies (
  id uuid primary key default uuidv7(),
  message_id uuid not null references contact_messages on delete cascade,
  -- The staff member who answered; null if the account was erased
  author_id uuid references users on delete set null,
  body text not null check (length(body) between 1 and 40000),
  sent_at timestamptz not null default now()
);
create index contact_replies_message on contact_replies (message_id, sent_at);
create index contact_replies_author on contact_replies (author_id);
