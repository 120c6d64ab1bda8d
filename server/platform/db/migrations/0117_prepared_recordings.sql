-- The recording of a broadcast is prepared while its last part is still delayed (decision 086).
-- The first rendition of an upload is not published before this time. Null if it is published as soon as possible.
alter table streams add column publish_after timestamptz;

-- `discarded`: the broadcast was stopped while its recording was being prepared, so the recording is made again.
alter table broadcasts drop constraint broadcasts_recording_state_check;
-- old code: writes only the other values, and leaves discarded recordings to workers of this version.
alter table broadcasts add constraint broadcasts_recording_state_check
  check (recording_state in ('none', 'queued', 'discarded', 'done'));
