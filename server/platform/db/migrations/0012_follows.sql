-- Following: what was asked of late, what a yes was given to, and entries of the bell that are about one person.

-- When somebody last asked to follow somebody, and when that was last refused or ended by the other. Kept for some days.
create table follow_asks (
  follower_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  refused_at timestamptz,
  primary key (follower_id, followed_id)
);
create index follow_asks_of on follow_asks (followed_id);

-- The yes was given to somebody shown as "18+"; otherwise growing up makes a follow of a minor a request again.
alter table follows add column approved_adult boolean not null default false;

-- An entry of the bell about one person (a request has buttons of its own) is open beside those about others.
alter table notifications add column person_id uuid references users on delete cascade;
drop index notifications_open;
create unique index notifications_open on notifications (user_id, kind, content_id, person_id) nulls not distinct where read_at is null;
create index notifications_person on notifications (person_id);
