-- Whom a suppression list keeps from which mail (src/contract/resources/suppression-lists.ts).
alter table suppression_lists
  add column suppression_scope text not null default 'organization'
    check (suppression_scope in ('system', 'organization', 'mailing_list', 'segment')),
  add column mailing_list_id integer,
  add foreign key (organization_id, mailing_list_id) references mailing_lists (organization_id, id),
  add check ((suppression_scope = 'mailing_list') = (mailing_list_id is not null)),
  add check (suppression_scope <> 'system' or organization_id = 1);

alter table suppressed_addresses
  add column added_as_auto_scomp boolean not null default false,
  add column auto_converted_to_punycode boolean not null default false,
  -- Null: never since it was added.
  add column updated_at timestamptz;

-- What the lists with the scope system name, as the SHA-256 of each entry: what is sent for every organization asks this
-- table, which tells nobody an address. The entries themselves are rows of the System Organization in suppressed_addresses.
create table system_suppressions (
  digest bytea not null check (octet_length(digest) = 32),
  suppression_list_id integer not null,
  primary key (digest, suppression_list_id)
);
create index system_suppressions_list on system_suppressions (suppression_list_id);
alter table system_suppressions enable row level security;
alter table system_suppressions force row level security;
create policy read_by_all on system_suppressions for select using (true);
create policy written_by_system on system_suppressions using (scope_organization() = 1 or scope_is_everywhere());
