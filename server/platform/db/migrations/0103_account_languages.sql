-- The language of the interface and of emails, as a BCP 47 tag. Null until the person chooses one.
alter table users add column language text
  constraint users_language_is_a_tag check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
