-- What segments look up: who opened and clicked what, and whom an import brought.

-- Opens and clicks of some campaigns, or since some time: read from these indexes alone. Both times are written once, so
-- later opens and clicks of a message leave the indexes alone.
create index message_responses_opened on message_responses
  (organization_id, campaign_id, first_opened_at, subscriber_id) where first_opened_at is not null;
create index message_responses_clicked on message_responses
  (organization_id, campaign_id, first_clicked_at, subscriber_id) where first_clicked_at is not null;

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
