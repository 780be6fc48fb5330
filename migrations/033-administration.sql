-- What administrators look at: the last check of a DKIM key's record, the audit log of one actor, and which part of the
-- server a process is.

alter table dkim_keys
  -- null: never.
  add checked_at timestamptz,
  add check_state text check (check_state in ('found', 'missing', 'other_key', 'faulty', 'unknown')),
  -- Why the check failed; '' if it did not.
  add problem text not null default '',
  add check ((checked_at is null) = (check_state is null));

create index audit_events_user on audit_events (organization_id, user_id, id) where user_id is not null;
create index audit_events_api_key on audit_events (organization_id, api_key_id, id) where api_key_id is not null;
create index audit_events_import on audit_events (organization_id, import_id, id) where import_id is not null;

alter table server_processes add part text not null default 'server' check (part in ('server', 'worker', 'mail'));
