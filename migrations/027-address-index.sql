-- no transaction
-- By the key that addresses are looked up by (021); the former one goes with 029.
create index concurrently if not exists subscribers_address on subscribers (organization_id, mailing_list_id, address_key(email))
  where email is not null;
