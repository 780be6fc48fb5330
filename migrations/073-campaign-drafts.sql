-- What was changed of a scheduled campaign and not scheduled again (docs/decisions/107-drafts-beside-campaigns.md).
create table campaign_drafts (
  organization_id integer not null,
  campaign_id integer not null,
  -- The attributes of a change of the campaign.
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
call protect_tenants('campaign_drafts');
