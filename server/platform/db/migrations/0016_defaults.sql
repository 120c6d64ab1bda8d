-- What somebody has done on the first day of their account. Counted, not looked up: taking a thing back gives nothing back.
create table first_days (
  user_id uuid primary key references users on delete cascade,
  uploads integer not null default 0,
  comments integer not null default 0,
  follows integer not null default 0
);

-- Whoever looks after the site has rated it: its owner can't take that back.
alter table content add column rating_by_decision boolean not null default false;
