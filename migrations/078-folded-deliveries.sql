-- Messages of campaigns that ended long ago (DELIVERIES_DAYS): one bit each instead of a row, for those that were accepted.
-- All others stay rows, with what the receiving server said.

create table folded_deliveries (
  organization_id integer not null,
  campaign_id integer not null,
  -- The id of the subscriber without its lowest ten bits, which are the place in `people`, as in `campaign_people`.
  bucket bigint not null,
  content_id integer not null,
  people bit(1024) not null,
  -- Of these messages, which left together.
  last_sent_at timestamptz not null,
  primary key (organization_id, campaign_id, bucket, content_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
call protect_tenants('folded_deliveries');

-- null: not all of them are folded.
alter table campaigns add column deliveries_folded_at timestamptz;
create index campaigns_unfolded on campaigns (finished_at)
  where deliveries_folded_at is null and finished_at is not null and started_at is not null;
