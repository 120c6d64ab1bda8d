-- People who look after people: what was decided, why and by whom; second looks; what staff looked at; a log that only grows.

-- A clock that somebody else has set (a notice). What is overdue comes first in the queue.
alter table cases add column if not exists due_at timestamptz;

alter table comments drop constraint comments_moderation_check;
-- 'deleted': taken back by its author while somebody looks into it; erased after.
alter table comments add constraint comments_moderation_check
  check (moderation in ('approved', 'held', 'removed', 'deleted'));

-- Until then the person can't comment.
alter table profiles add column comments_muted_until timestamptz;
-- The profile was made private by a decision, and stays so until that is taken back.
alter table profiles add column private_by_decision boolean not null default false;
create index profiles_suspended on profiles (suspended_until) where suspended_until is not null;

-- A decision is also its statement of reasons.
create table decisions (
  id uuid primary key default uuidv7(),
  case_id uuid references cases on delete set null,
  subject text not null check (subject in ('content', 'comment', 'profile')),
  content_id uuid references content on delete set null,
  comment_id uuid references comments on delete set null,
  -- Whose it is: who reads the statement.
  user_id uuid not null references users on delete cascade,
  action text not null check (action ~ '^[a-z0-9_]{1,40}$'),
  rule text not null check (rule ~ '^[a-z0-9_]{1,40}$'),
  -- Where it came from: reports, the check of texts, a known copy, staff's own look, strikes.
  source text not null check (source ~ '^[a-z_]{1,40}$'),
  -- Nobody: decided by the machine.
  decided_by uuid references users on delete set null,
  automatic boolean not null,
  -- The words to its owner.
  facts text not null default '' check (length(facts) <= 4000),
  -- What it was about, as its owner wrote it: a title, a comment, a username.
  about text not null default '' check (length(about) <= 4000),
  -- How things stood before, to be restored when it is reversed.
  before jsonb not null default '{}',
  strikes smallint not null default 0 check (strikes in (0, 1, 2, 4)),
  -- When a suspension or a mute ends.
  until timestamptz,
  -- What followed from strikes names the decision that brought the last of them.
  caused_by uuid references decisions on delete set null,
  made_at timestamptz not null default now(),
  reversed_at timestamptz,
  check (decided_by is null or decided_by <> user_id)
);
create index decisions_user on decisions (user_id, made_at desc);
create index decisions_case on decisions (case_id);
create index decisions_content on decisions (content_id);
create index decisions_comment on decisions (comment_id);
create index decisions_made on decisions (made_at);

create table appeals (
  id uuid primary key default uuidv7(),
  decision_id uuid not null unique references decisions on delete cascade,
  case_id uuid references cases on delete set null,
  words text not null check (length(words) between 1 and 8000),
  made_at timestamptz not null default now(),
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  outcome text check (outcome in ('upheld', 'reversed')),
  answer text not null default '' check (length(answer) <= 4000),
  check ((outcome is null) = (decided_at is null))
);
create index appeals_open on appeals (case_id) where outcome is null;

-- An appeal is decided by somebody else than who decided first, and not by whom it is about.
create function appeal_needs_another() returns trigger language plpgsql as $$
begin
  if new.decided_by is not null and exists (select from decisions where id = new.decision_id
      and (decided_by = new.decided_by or user_id = new.decided_by)) then
    raise exception 'an appeal is decided by somebody else' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger appeal_needs_another before insert or update on appeals
  for each row execute function appeal_needs_another();

-- Each look of staff at what they see only because of a case.
create table staff_looks (
  id uuid primary key default uuidv7(),
  staff_id uuid references users on delete set null,
  case_id uuid not null references cases on delete cascade,
  what text not null check (what in ('case', 'media')),
  looked_at timestamptz not null default now()
);
create index staff_looks_case on staff_looks (case_id, looked_at);
create index staff_looks_staff on staff_looks (staff_id);
create index staff_looks_age on staff_looks (looked_at);

-- The audit log. A row comes without its place; at the end of its transaction it gets the next one and the hash over the row
-- before it and itself. In that order nobody waits for the log while holding what the holder of the log waits for.
create table audit_log (
  id uuid primary key default uuidv7(),
  seq bigint unique,
  entry text not null,
  previous text,
  hash text unique
);

create function audit_only_grows() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seq is null and old.entry = new.entry and old.id = new.id then
    return new;
  end if;
  raise exception 'the audit log only grows';
end $$;
create trigger audit_only_grows before update or delete on audit_log
  for each row execute function audit_only_grows();
create trigger audit_stays before truncate on audit_log
  for each statement execute function audit_only_grows();

create function audit_chain() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(727315);
  select seq, hash into last from audit_log where seq is not null order by seq desc limit 1;
  update audit_log
    set seq = coalesce(last.seq, 0) + 1,
      previous = coalesce(last.hash, ''),
      hash = encode(sha256(convert_to(
        coalesce(last.hash, '') || ':' || (coalesce(last.seq, 0) + 1) || ':' || new.entry, 'UTF8')), 'hex')
    where id = new.id;
  return null;
end $$;
create constraint trigger audit_chain after insert on audit_log
  deferrable initially deferred for each row execute function audit_chain();
