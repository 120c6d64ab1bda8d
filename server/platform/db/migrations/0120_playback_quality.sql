-- How well videos played, as totals per hour (decision 088). Contains no data about people or videos. Each row is one
-- number: a counter, or the number of values in one bucket of a histogram.
create table playback_quality (
  hour timestamptz not null,
  measure text not null check (length(measure) between 1 and 20),
  bucket text not null check (length(bucket) <= 20),
  amount double precision not null check (amount >= 0),
  primary key (hour, measure, bucket)
);
