-- API keys that are listed by name, expire, change their value and say when they were last used.

alter table api_keys
  -- What names are compared and sorted by. A column of its own: under row-level security an index serves plain
  -- comparisons of columns only, not those of what a function makes of them.
  add column name_key text collate "C" not null generated always as (lower(name)) stored,
  -- Written at most once a minute.
  add column last_used_at timestamptz,
  add column expires_at timestamptz,
  -- The value before the last rotation, which works until the overlap is over.
  add column previous_key_hmac bytea,
  add column previous_key_expires_at timestamptz,
  add check ((previous_key_hmac is null) = (previous_key_expires_at is null));

create index api_keys_name on api_keys (organization_id, name_key, id);
create index api_keys_previous on api_keys (organization_id, previous_key_hmac) where previous_key_hmac is not null;
