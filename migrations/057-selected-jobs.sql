-- Exports of subscribers that somebody chose, by their ids or by the beginning of their address.

alter table subscriber_exports
  -- `{ids}` or `{q}`; null: everybody. Empty again when the export has ended: a text may be an address.
  add column selection jsonb check (jsonb_typeof(selection) = 'object'),
  add column selected_only boolean not null default false,
  add check (selection is null or (selected_only and finished_at is null));

-- Bulk changes are jobs, too. Jobs are listed by the time at which they begin; a bulk change begins when it is created.
alter table subscriber_bulk_changes
  add column begins_at timestamptz not null generated always as (created_at) stored;
create index subscriber_bulk_changes_begins on subscriber_bulk_changes (organization_id, begins_at, id);
create index subscriber_bulk_changes_begins_everywhere on subscriber_bulk_changes (begins_at, id);

-- When the report came that a message, which a server had accepted, could not be delivered. null: none came.
alter table deliveries
  add column returned_at timestamptz check (returned_at is null or state = 'bounced');
