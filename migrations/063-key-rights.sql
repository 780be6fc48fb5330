-- What a key may do and where, and what it did last (docs/rights.md).
alter table api_keys
  -- null: whatever its role may.
  add column permissions jsonb check (jsonb_typeof(permissions) = 'object'),
  -- null: all lists. An id of a list that is gone allows nothing.
  add column mailing_list_ids integer[],
  -- Written together with last_used_at.
  add column last_used_address text,
  add column last_used_endpoint text,
  add check (role <> 'system_admin' or (permissions is null and mailing_list_ids is null));
