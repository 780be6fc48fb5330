-- The upkeep finds by an index which campaigns are due for the bits of their people: before, it read all campaigns.

-- When the bits are to be written again; null: they were not written yet.
alter table campaigns add column people_again_at timestamptz;
update campaigns set people_again_at = finished_at + 2 * (people_kept_at - finished_at) where people_kept_at is not null;

create index campaigns_people_again on campaigns (people_again_at) where people_again_at is not null;
create index campaigns_people_unkept on campaigns (finished_at)
  where people_kept_at is null and started_at is not null and finished_at is not null;
