-- The keys of the server, and which process knows which of them.

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
  imports boolean not null,
  -- What it knows of the ring: a rotation waits for it.
  newest_key_id smallint not null,
  current_key_id smallint not null,
  seen_at timestamptz not null default now()
);

call protect_server('key_ring');
call protect_server('key_wrappings');
call protect_server('server_processes');

-- The DATA_DIR that has the import's file; null: no file, or one from before this column.
alter table subscriber_imports add column data_directory text;

-- A sealed value begins with the id of its key. 0: by the first key, and not bound to its row.
select set_config('quiver.scope', 'everywhere', true);
update api_keys set key_sealed = '\x00'::bytea || key_sealed;
update users set totp_sealed = '\x00'::bytea || totp_sealed where totp_sealed is not null;
update idempotency_keys set answer_sealed = '\x00'::bytea || answer_sealed where answer_sealed is not null;
update dkim_keys set private_key_sealed = '\x00'::bytea || private_key_sealed;
update virtual_mtas set relay_url_sealed = '\x00'::bytea || relay_url_sealed where relay_url_sealed is not null;
update database_connections set password_sealed = '\x00'::bytea || password_sealed where password_sealed is not null;
update webhooks set secret_sealed = '\x00'::bytea || secret_sealed;
