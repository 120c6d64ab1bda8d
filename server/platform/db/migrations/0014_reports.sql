-- What people report, and the notices of intimate pictures.

-- A clock that runs: who looks after things sees these first when it has run out.
alter table cases add column if not exists due_at timestamptz;

create table reports (
  id uuid primary key default uuidv7(),
  -- What the reporter holds. Whoever has it may ask what came of the report.
  receipt text not null unique check (receipt ~ '^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$'),
  -- Without one: what it was about is gone.
  case_id uuid references cases on delete set null,
  subject text not null check (subject in ('content', 'comment', 'profile')),
  reason text not null check (reason ~ '^[a-z0-9_]{1,40}$'),
  priority smallint not null check (priority between 0 and 3),
  -- How much it counted on the day it was made (server/moderation/report-weight.ts).
  weight real not null check (weight > 0 and weight <= 1),
  words text not null default '' check (length(words) <= 20000),
  -- Goes with the person; the report stays.
  reporter_id uuid references users on delete set null,
  signed_out boolean not null,
  -- Of somebody signed out: a keyed hash of address and browser, so that one person is one voice. Forgotten after some weeks.
  voice text check (length(voice) <= 64),
  outcome text check (outcome ~ '^[a-z0-9_]{1,40}$'),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null))
);
create unique index reports_by_member on reports (case_id, reporter_id);
create unique index reports_by_voice on reports (case_id, voice);
create index reports_of_person on reports (reporter_id, created_at desc, id desc);
create index reports_of_voice on reports (voice, created_at) where voice is not null;
create index reports_open on reports (case_id) where decided_at is null;

-- "This picture of me was published without my yes." Anybody may send one; a person decides within 48 hours.
create table notices (
  id uuid primary key default uuidv7(),
  receipt text not null unique,
  name text not null check (length(name) <= 400),
  email text not null check (length(email) <= 254),
  on_behalf text not null check (on_behalf in ('me', 'somebody')),
  addresses text not null check (length(addresses) between 1 and 20000),
  words text not null default '' check (length(words) <= 20000),
  due_at timestamptz not null,
  -- What was said to whoever wrote, and by whom.
  answered_at timestamptz,
  answered_by uuid references users on delete set null,
  outcome text check (outcome in ('removed', 'nothing', 'not_found')),
  created_at timestamptz not null default now(),
  check ((answered_at is null) = (outcome is null))
);
create index notices_open on notices (due_at) where answered_at is null;
create index notices_pace on notices (email, created_at desc);

-- What of a notice's addresses is ours. The case goes with the thing; the notice stays.
create table notice_cases (
  notice_id uuid not null references notices on delete cascade,
  case_id uuid not null references cases on delete cascade,
  outcome text check (outcome in ('removed', 'nothing')),
  primary key (notice_id, case_id)
);
create index notice_cases_of on notice_cases (case_id);
