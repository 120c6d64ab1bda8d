-- Words and phrases, one per line. Comments on the person's videos that contain one wait for the person's approval.
alter table profiles add column held_words text not null default '' check (length(held_words) <= 20000);
