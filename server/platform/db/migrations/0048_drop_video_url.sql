-- Never written: a video has no file of its own to name, only an HLS stream. The API answers `video_url` from the playback id.
-- old code: no release reads or writes this column by name.
alter table content drop column video_url;
