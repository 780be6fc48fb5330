-- The server itself: its keys and processes, its files, its backups, and the local mailbox.

-- Sealed values and fingerprints name or imply a key of this ring; SECRET_KEY only wraps the ring.
create table key_ring (
  id smallint primary key check (id between 1 and 255),
  -- `introduced`: processes learn of it before it is used. `former`: opens and verifies only.
  state text not null check (state in ('introduced', 'current', 'former')),
  -- Whether values that were sealed without their place still open by it.
  opens_unbound boolean not null,
  -- Whether all sealed values and fingerprints were made again by it.
  is_adopted boolean not null,
  created_at timestamptz not null default now()
);
create unique index key_ring_current on key_ring (state) where state = 'current';

-- A key under each SECRET_KEY that may open it: two while processes still have the former one.
create table key_wrappings (
  key_id smallint not null references key_ring,
  -- Tells the SECRET_KEY without revealing it.
  secret_check bytea not null,
  wrapped bytea not null,
  primary key (key_id, secret_check)
);

-- Processes that are running, or were until a moment ago.
create table server_processes (
  id uuid primary key,
  -- Where it is, for people: `host:pid`.
  name text not null,
  -- The id of its DATA_DIR.
  data_directory text not null,
  -- Where its files are, if not in its DATA_DIR.
  storage text,
  part text not null default 'server' check (part in ('server', 'worker', 'mail')),
  imports boolean not null,
  -- What it knows of the ring: a rotation waits for it.
  newest_key_id smallint not null,
  current_key_id smallint not null,
  seen_at timestamptz not null default now()
);

-- The data directories whose servers work with this database. An unknown one means that this is a copy: it sends nothing
-- until an operator has confirmed it.
create table server_identities (
  identity text primary key,
  seen_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- Files of imports, exports and uploads, for servers whose STORAGE_URL is database: or s3://…, so that every machine can
-- read them.
create table stored_files (
  organization_id integer not null references organizations,
  name text not null,
  -- Which of them has it: `database`, or the address of one that speaks S3.
  storage text not null default 'database',
  created_at timestamptz not null default now(),
  -- null: a draft that is being written, or that a crash left behind.
  kept_at timestamptz,
  -- Each request that continues the file raises it; chunks of an earlier one are refused.
  fence integer not null default 0,
  -- From then on nobody reads it; the upkeep deletes its chunks in batches.
  removed_at timestamptz,
  primary key (organization_id, name)
);
create index stored_files_removed on stored_files (storage, removed_at) where removed_at is not null;

-- Every object that may exist. It is written here before the storage gets it, so that no crash leaves one that is unknown.
create table stored_objects (
  organization_id integer not null references organizations,
  object text not null,
  storage text not null,
  -- null: a chunk names it. Otherwise the upkeep deletes it then; of one that is being written, in an hour.
  delete_at timestamptz,
  primary key (organization_id, object)
);
create index stored_objects_unneeded on stored_objects (storage, delete_at) where delete_at is not null;

create table stored_file_chunks (
  organization_id integer not null,
  name text not null,
  -- Where its bytes begin in the file; the next chunk begins where they end.
  at_byte bigint not null check (at_byte >= 0),
  -- At most a megabyte (src/store/server/spool/rows.ts), so that a part of a file is found by the key.
  -- null: they are an object, which the next columns describe.
  bytes bytea,
  object text,
  size_bytes integer,
  sha256 bytea,
  written_at timestamptz not null default now(),
  primary key (organization_id, name, at_byte),
  foreign key (organization_id, name) references stored_files,
  foreign key (organization_id, object) references stored_objects,
  constraint bytes_or_object check (num_nonnulls(bytes, object) = 1),
  constraint object_is_described check (num_nonnulls(object, size_bytes, sha256) in (0, 3))
);
-- For the health page, which adds the sizes.
create index stored_file_chunks_objects on stored_file_chunks (organization_id, object, size_bytes)
  where object is not null;
-- A part of a value can be read without the rest only if it is not compressed.
alter table stored_file_chunks alter column bytes set storage external;

-- Whatever deletes a chunk, its object is not forgotten.
create function release_object() returns trigger language plpgsql as $$
begin
  update stored_objects set delete_at = now()
  where organization_id = old.organization_id and object = old.object;
  return null;
end $$;

create trigger release_object after delete on stored_file_chunks
  for each row when (old.object is not null) execute function release_object();

-- When the last backup ended: written by quiver backup, and by quiver record-backup after another program.
create table last_backup (
  is_only boolean primary key default true check (is_only),
  ended_at timestamptz not null
);

-- The local mailbox: what was "sent" while SMTP_URL is not set. Every machine shows the same.
create table local_messages (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  -- With two lines for its envelope at the top.
  message bytea not null,
  size_bytes integer not null
);
-- Of the beginning, which the list reads, the rest is not read only if it is not compressed.
alter table local_messages alter column message set storage external;

-- How busy the database is, for system administrators. PostgreSQL hides the transactions of the login from the role of the
-- application, so this asks as the owner; it tells numbers and nothing of whom or what.
create function server_activity(out connections integer, out connections_max integer, out oldest_transaction_seconds float8)
language sql stable security definer set search_path = pg_catalog as $$
  select count(*)::integer, current_setting('max_connections')::integer,
    coalesce(extract(epoch from now() - min(xact_start) filter (where pid <> pg_backend_pid())), 0)::float8
  from pg_stat_activity where backend_type = 'client backend' and datname = current_database() $$;
revoke execute on function server_activity() from public;
grant execute on function server_activity() to quiver_app;

call protect_server('key_ring');
call protect_server('key_wrappings');
call protect_server('server_processes');
call protect_server('server_identities');
call protect_tenants('stored_files');
call protect_tenants('stored_file_chunks');
call protect_tenants('stored_objects');
call protect_server('last_backup');
call protect_server('local_messages');
