-- Search looks for words of the vocabulary that start with the second part of a search word. The trigram index cannot
-- find short prefixes, so PostgreSQL read the whole table.
create index search_vocabulary_prefix on search_vocabulary (word text_pattern_ops);
