-- Telling of events, and the list of jobs.

alter table webhooks
  -- When it was last served: the others of its organization come first.
  add column served_at timestamptz,
  -- Each claim raises it; a write that names an older one changes nothing.
  add column epoch integer not null default 0,
  -- The events that are being delivered, and what their request is called: a retry is the same request.
  add column delivery_id text,
  add column delivery_events bigint[],
  add column last_delivered_at timestamptz,
  add check ((delivery_id is null) = (delivery_events is null));

create index webhook_events_dead on webhook_events (organization_id, webhook_id, id) where dead_at is not null;

-- Whose turn it is: the organization that was served longest ago.
create table webhook_turns (
  organization_id integer primary key references organizations,
  served_at timestamptz not null
);
call protect_tenants('webhook_turns');

-- When a worker first took it.
alter table subscriber_imports add column started_at timestamptz;

-- Jobs are listed by the time at which they begin.
create index subscriber_imports_begins on subscriber_imports (organization_id, begins_at, id);
create index subscriber_imports_begins_everywhere on subscriber_imports (begins_at, id);
create index campaigns_begins on campaigns (organization_id, begins_at, id)
  where begins_at is not null and not template;
create index campaigns_begins_everywhere on campaigns (begins_at, id) where begins_at is not null and not template;
create index subscriber_imports_unfinished_everywhere on subscriber_imports (begins_at, id) where finished_at is null;
create index campaigns_unfinished on campaigns (organization_id, begins_at, id)
  where begins_at is not null and not template and finished_at is null;
