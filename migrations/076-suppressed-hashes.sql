-- no transaction
-- Counts compute the hashes of a list's addresses only where a suppression list has hashes: whether one has is in this index.
create index concurrently if not exists suppressed_addresses_hashes
  on suppressed_addresses (organization_id, suppression_list_id, length(key)) where strpos(key, '@') = 0;
