-- Requests that a client may send again: an Idempotency-Key and what was answered.

create table idempotency_keys (
  organization_id integer not null references organizations,
  -- A key means something to the one who made it and to nobody else: `api_key:7`, `user:9`.
  caller text not null,
  key_sha256 bytea not null,
  -- Method, path and body: a key that comes with another request is a mistake.
  request_sha256 bytea not null,
  -- null while the request is carried out, which nobody else ever sees: the answer is committed with the row.
  status smallint check (status between 200 and 499),
  -- Sealed like credentials: the answer to a new API key holds the key.
  answer_sealed bytea,
  created_at timestamptz not null default now(),
  primary key (organization_id, caller, key_sha256),
  check ((status is null) = (answer_sealed is null))
);
-- For the one who deletes what is too old to count.
create index idempotency_keys_created_at on idempotency_keys (created_at);

call protect_tenants('idempotency_keys');
