-- What was sent: by whom and when, for reports and quotas; and what became of it, for each campaign.

-- Quarter-hours in UTC: the offsets of all time zones are multiples of them, so that days and months of any zone are
-- sums of whole rows, whatever zone an organization moves to later.
create table messages_sent (
  organization_id integer not null references organizations,
  -- Its first moment.
  quarter_hour timestamptz not null
    check (date_bin('15 minutes', quarter_hour, timestamptz '1970-01-01T00:00:00Z') = quarter_hour),
  -- Who sent: one of the two.
  campaign_id integer,
  autoresponder_id integer,
  messages bigint not null check (messages > 0),
  check (num_nonnulls(campaign_id, autoresponder_id) = 1),
  -- Reports and quotas read nothing but this index: one stretch of it for one organization and some time.
  unique nulls not distinct (organization_id, quarter_hour, campaign_id, autoresponder_id) include (messages),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, autoresponder_id) references autoresponders (organization_id, id)
) with (
  -- An index alone answers only where the table was vacuumed. Everybody asks for the newest months, and of a large
  -- table the defaults would leave just these out.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.01
);

-- The counters of the system campaign report (specification, section 2.8), one row a campaign; none: all are 0.
-- Recipients that remain are total - sent - skip.
create table campaign_stats (
  organization_id integer not null,
  campaign_id integer not null,
  recipients_total integer not null default 0,
  recipients_sent integer not null default 0,
  recipients_skip integer not null default 0,
  sent_total integer not null default 0,
  sent_accepted integer not null default 0,
  sent_bounced integer not null default 0,
  sent_in_queue integer not null default 0,
  skip_ssr_failure integer not null default 0,
  skip_ssr_request integer not null default 0,
  open_total integer not null default 0,
  open_unique integer not null default 0,
  click_total integer not null default 0,
  click_unique integer not null default 0,
  bounce_total integer not null default 0,
  bounce_unique integer not null default 0,
  bounce_hard integer not null default 0,
  bounce_soft integer not null default 0,
  bounce_other integer not null default 0,
  bounce_subscribers_updated integer not null default 0,
  scomp_total integer not null default 0,
  scomp_unique integer not null default 0,
  scomp_subscribers_updated integer not null default 0,
  unsub_total integer not null default 0,
  unsub_unique integer not null default 0,
  unsub_subscribers_updated integer not null default 0,
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
) with (fillfactor = 50);

-- The order of the system campaign report, across organizations.
create index campaigns_started on campaigns (started_at, id, organization_id) include (state)
  where started_at is not null;

call protect_tenants('messages_sent');
call protect_tenants('campaign_stats');
-- What was sent stays written; counts only grow.
revoke delete on messages_sent from quiver_app;
