-- Reports that were counted: one that comes a second time, because its sender did not hear the first answer or because
-- we were killed before it left, is known by the hash of its text. Kept for a week.
create table returned_messages (
  organization_id integer not null references organizations,
  -- SHA-256 of what was read of it.
  hash bytea not null check (octet_length(hash) = 32),
  received_at timestamptz not null default now(),
  primary key (organization_id, hash)
);
create index returned_messages_received_at on returned_messages (organization_id, received_at);

call protect_tenants('returned_messages');
