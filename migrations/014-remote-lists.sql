-- Remote lists: campaigns to the rows of a query in another database.

-- The query of a campaign: how far it has been read, and what its rows were. One row from the first attempt on.
create table remote_queries (
  organization_id integer not null,
  campaign_id integer not null,
  -- Other than email and distinct_id, in the order of the query: the merge codes of the campaign.
  columns text[] not null default '{}',
  rows_read integer not null default 0,
  -- What became of the rows; the remaining ones are in remote_recipients.
  duplicates integer not null default 0,
  invalid_emails integer not null default 0,
  invalid_distinct_ids integer not null default 0,
  too_long integer not null default 0,
  -- People of the list who unsubscribed, complained or bounced before.
  left_before integer not null default 0,
  -- People whose address the organization suppresses.
  suppressed integer not null default 0,
  -- The newest of them, from the sender that reads it.
  started_at timestamptz not null default now(),
  -- All rows are there: the query is not run again.
  finished_at timestamptz,
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);

-- The rows of the query that get a message. A recipient is a row of `subscribers`, too, from the first campaign that
-- reached them on: there is what came back, and whether they may be written to again. No foreign keys: their triggers
-- run once a row (docs/decisions/003).
create table remote_recipients (
  organization_id integer not null,
  campaign_id integer not null,
  subscriber_id bigint not null,
  -- The number of the row in the query, from 1.
  seq_id integer not null,
  distinct_id integer check (distinct_id > 0),
  -- The negative place of the column, from -1, to its text: the ids of custom fields are positive.
  custom_fields jsonb not null default '{}',
  primary key (organization_id, campaign_id, subscriber_id)
);
create unique index remote_recipients_distinct_id on remote_recipients (organization_id, campaign_id, distinct_id)
  where distinct_id is not null;
-- For the deletion of a person.
create index remote_recipients_subscriber on remote_recipients (organization_id, subscriber_id);

-- Under which addresses a distinct_id was written to: whoever left under one of them gets nothing under another.
create table remote_identities (
  organization_id integer not null,
  mailing_list_id integer not null,
  distinct_id integer not null,
  subscriber_id bigint not null,
  primary key (organization_id, mailing_list_id, distinct_id, subscriber_id)
);
create index remote_identities_subscriber on remote_identities (organization_id, mailing_list_id, subscriber_id);

call protect_tenants('remote_queries');
call protect_tenants('remote_recipients');
call protect_tenants('remote_identities');
