-- Who can comment on a video. The previous release ignores the column and always lets everyone comment.
alter table content add column comment_mode text not null default 'everyone';
-- Validated in the next migration, because the scan of the table must not hold the lock of this one.
alter table content add constraint content_comment_mode_check
  check (comment_mode in ('everyone', 'followers', 'held', 'off')) not valid;

-- Watch pages are cached for signed-out visitors (0026_pages.sql).
create trigger content_pages_of_comment_mode after update of comment_mode on content
  for each statement execute function tell_pages();
