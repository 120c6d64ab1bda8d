-- Never written: a video has no file of its own to name, only an HLS stream. The API answers `video_url` from the playback id.
alter table content drop column video_url;
