-- The log of messages, between two times.
create index messages_created on messages (organization_id, created_at, id);
