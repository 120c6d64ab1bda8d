-- The CRF of each rung of a video that is re-encoded, by the name of the rung. Null until trial encodes have chosen it.
alter table idle_encodings add column crfs jsonb;
