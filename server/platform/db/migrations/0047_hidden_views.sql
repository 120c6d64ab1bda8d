-- Creators may hide the view counts of their videos from everyone else.
alter table profiles add column hides_views boolean not null default false;
