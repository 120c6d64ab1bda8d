-- Reads the whole table, while other processes continue to read and write.
alter table content validate constraint content_publication_check;
