-- The audit log is read newest first: as a whole by its primary key, or by one of these.

create index audit_events_kind on audit_events (organization_id, kind, id);
create index audit_events_subject on audit_events (organization_id, subject_type, subject_id, id);
create index audit_events_occurred_at on audit_events (organization_id, occurred_at);
