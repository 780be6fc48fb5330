-- What segments look up: who opened and clicked what, and whom an import brought.

-- Opens and clicks of some campaigns, or since some time: read from these indexes alone. Both times are written once, so
-- later opens and clicks of a message leave the indexes alone.
create index message_responses_opened on message_responses
  (organization_id, campaign_id, first_opened_at, subscriber_id) where first_opened_at is not null;
create index message_responses_clicked on message_responses
  (organization_id, campaign_id, first_clicked_at, subscriber_id) where first_clicked_at is not null;

-- One message in a hundred or so.
create index deliveries_bounced on deliveries (organization_id, campaign_id, subscriber_id) where state = 'bounced';

-- null: before this migration, when nothing noted it.
alter table link_clicks add column first_clicked_at timestamptz;
alter table link_clicks alter column first_clicked_at set default now();

-- Whom an import added and changed, for as long as the import is kept: `import_undo_pieces` keeps them for a week only.
-- One bit a subscriber: a row is for 1024 ids that follow each other.
create table import_people (
  organization_id integer not null,
  import_id bigint not null,
  kind text not null check (kind in ('added', 'changed')),
  -- The id without its lowest ten bits, which are the place in `people`.
  bucket bigint not null,
  people bit(1024) not null,
  primary key (organization_id, import_id, kind, bucket),
  foreign key (organization_id, import_id) references subscriber_imports (organization_id, id)
);
call protect_tenants('import_people');

-- Whether `import_people` has the import's. Upkeep writes them a minute after its end at the latest.
alter table subscriber_imports add column people_kept boolean not null default false;

-- Who got a campaign that has ended, and who opened and clicked it until `people_kept_at`: in bits like those of imports.
-- Counting fifteen campaigns to a million reads fifteen million deliveries, or fifteen thousand rows of these.
create table campaign_people (
  organization_id integer not null,
  campaign_id integer not null,
  kind text not null check (kind in ('sent', 'opened', 'clicked')),
  bucket bigint not null,
  people bit(1024) not null,
  primary key (organization_id, campaign_id, kind, bucket),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
call protect_tenants('campaign_people');

alter table campaigns
  -- null: not kept, or messages of it have been sent again since.
  add column people_kept_at timestamptz,
  -- Of its last message, when its people were kept.
  add column people_last_sent_at timestamptz;
