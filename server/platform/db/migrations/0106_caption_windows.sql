-- Search reads the sentences of captions in windows, from the newest to the oldest (decision 069). A window is a list of
-- ranges of ids. The index contains the ranges of 2^12, 2^16 and 2^20 ids that contain an id, so that it finds the
-- sentences of a window that contain a word without reading older ones. The last two bits of a number tell how long its
-- range is.
create function caption_windows(id bigint) returns bigint[] immutable strict parallel safe language sql return
  array[(id >> 12) << 2, (id >> 16) << 2 | 1, (id >> 20) << 2 | 2];

-- Until the index is complete, captions cannot be saved, but search continues.
create index caption_passages_windows on caption_passages using gin (search, caption_windows(id)) with (fastupdate = off);

-- Search looks up the videos of up to 1,000 captions at random places in the table.
create index captions_content_by_id on captions (id) include (content_id, is_default);

-- Search parses a query for each language that captions have.
create index captions_languages on captions (language);
