-- When the counters of a campaign moved, and which campaign spent credits.

-- Quarter-hours in UTC, as in messages_sent_by_quarter_hour: hours and days of any zone are sums of whole rows. Written
-- with the counters (src/store/campaigns/stats.ts), so that their sum is the counter.
create table campaign_quarter_hours (
  organization_id integer not null,
  campaign_id integer not null,
  -- Its first moment.
  quarter_hour timestamptz not null
    check (date_bin('15 minutes', quarter_hour, timestamptz '1970-01-01T00:00:00Z') = quarter_hour),
  -- Messages. Less than 0 if more were taken back than sent: a message that waited for a retry and was skipped.
  sent integer not null default 0,
  -- Subscribers, each when it did so first.
  opened integer not null default 0,
  clicked integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  unsubscribed integer not null default 0,
  primary key (organization_id, campaign_id, quarter_hour),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
) with (fillfactor = 50);

call protect_tenants('campaign_quarter_hours');

-- What is known of campaigns from before: the times of messages, first opens and first clicks.
set local quiver.scope = 'everywhere';
insert into campaign_quarter_hours (organization_id, campaign_id, quarter_hour, sent, opened, clicked)
select organization_id, campaign_id, date_bin('15 minutes', at, timestamptz '1970-01-01T00:00:00Z'),
  sum(sent), sum(opened), sum(clicked)
from (
  select organization_id, campaign_id, sent_at as at, 1 as sent, 0 as opened, 0 as clicked
  from deliveries where campaign_id is not null and state <> 'skipped'
  union all
  select organization_id, campaign_id, first_opened_at, 0, 1, 0
  from message_responses where campaign_id is not null and opens > 0 and first_opened_at is not null
  union all
  select organization_id, campaign_id, first_clicked_at, 0, 0, 1
  from message_responses where campaign_id is not null and clicks > 0 and first_clicked_at is not null) known
-- Campaigns that were deleted have no counters either.
where exists (
  select from campaigns c where c.organization_id = known.organization_id and c.id = known.campaign_id)
group by 1, 2, 3;

-- For whom credits were spent: at most one of the two. Null in entries from before, and where nobody sent.
alter table credit_ledger
  add column campaign_id integer,
  add column autoresponder_id integer,
  add foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  add foreign key (organization_id, autoresponder_id) references autoresponders (organization_id, id),
  add check (num_nonnulls(campaign_id, autoresponder_id) <= 1),
  add check (kind = 'spent' or num_nonnulls(campaign_id, autoresponder_id) = 0);
create index credit_ledger_created on credit_ledger (organization_id, created_at, id);

-- An autoresponder that was deleted stays as a row, because messages that were sent belong to it.
alter table autoresponders add column deleted_at timestamptz;
drop index autoresponders_name;
create unique index autoresponders_name on autoresponders (organization_id, mailing_list_id, lower(name))
  where deleted_at is null;
