-- Erasing a person, and messages of unknown fate that autoresponders have sent.

-- Who was erased, so that it can be shown that it was done: nothing but a keyed hash. Nobody is kept from a later
-- subscription by it.
create table erased_addresses (
  organization_id integer not null references organizations,
  -- HMAC-SHA-256 of the organization's id and the lower-cased address, under a key of the server.
  address_hmac bytea not null check (octet_length(address_hmac) = 32),
  -- When it was last.
  erased_at timestamptz not null default now(),
  primary key (organization_id, address_hmac)
);
call protect_tenants('erased_addresses');

-- Of an autoresponder's message of unknown fate: the texts that replaced `%%api:key%%`, for a repeat says the same.
alter table deliveries
  add column content_replacements jsonb,
  add check (content_replacements is null or (state = 'uncertain' and autoresponder_id is not null));

-- What an import has overwritten is on record by subscriber: an event outlives a person's erasure. No application can
-- change events; those that were written before are changed here.
select set_config('quiver.scope', 'everywhere', true);
update audit_events
set details = jsonb_set(details, '{changes}', (
  select coalesce(jsonb_agg(change - 'email' order by place), '[]')
  from jsonb_array_elements(details -> 'changes') with ordinality given (change, place)))
where kind = 'subscriber.status_overwritten' and jsonb_typeof(details -> 'changes') = 'array';
select set_config('quiver.scope', '', true);
