-- The chapters from the editor, in order: [{"seconds": 0, "title": "Intro"}, …]. Null: they are read from the description.
alter table content add column custom_chapters jsonb;

create trigger content_pages_of_chapters after update of custom_chapters on content
  for each statement execute function tell_pages();
