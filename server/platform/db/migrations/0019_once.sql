-- What was answered to a request that carries an Idempotency-Key, so that it is done once however often it is sent: in the
-- transaction that did it. `asked` is a hash of the request; kept for a day.
create table kept_answers (
  user_id uuid not null references users on delete cascade,
  endpoint text not null,
  key text not null check (length(key) between 1 and 255),
  asked text not null,
  -- json, not jsonb: it comes back as it went out, to the byte.
  answer json,
  made_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);
create index kept_answers_made on kept_answers (made_at);
