-- Files of imports, exports and uploads, for servers whose STORAGE_URL is database:, so that every machine can read them.

create table stored_files (
  organization_id integer not null references organizations,
  name text not null,
  created_at timestamptz not null default now(),
  -- null: a draft that is being written, or that a crash left behind.
  kept_at timestamptz,
  -- Each request that continues the file raises it; chunks of an earlier one are refused.
  fence integer not null default 0,
  -- From then on nobody reads it; the upkeep deletes its chunks in batches.
  removed_at timestamptz,
  primary key (organization_id, name)
);
create index stored_files_removed on stored_files (removed_at) where removed_at is not null;

create table stored_file_chunks (
  organization_id integer not null,
  name text not null,
  -- Where its bytes begin in the file; the next chunk begins where they end.
  at_byte bigint not null check (at_byte >= 0),
  -- At most a megabyte (src/store/server/spool/rows.ts), so that a part of a file is found by the key.
  bytes bytea not null,
  written_at timestamptz not null default now(),
  primary key (organization_id, name, at_byte),
  foreign key (organization_id, name) references stored_files
);
-- A part of a value can be read without the rest only if it is not compressed.
alter table stored_file_chunks alter column bytes set storage external;

call protect_tenants('stored_files');
call protect_tenants('stored_file_chunks');

-- Where its files are, if not in its DATA_DIR.
alter table server_processes add column storage text;

-- The upkeep asks whether an export names a file.
create index subscriber_exports_spooled on subscriber_exports (organization_id, spool_name)
  where spool_name is not null and purged_at is null;
