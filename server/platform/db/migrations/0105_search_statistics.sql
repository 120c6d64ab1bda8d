-- Search looks for words in several languages at once (decision 074). With the default number of statistics, PostgreSQL
-- overestimates how many videos contain one of several rare words, and then reads all videos instead of using the index.
alter table content alter column search set statistics 500;
analyze content (search);
