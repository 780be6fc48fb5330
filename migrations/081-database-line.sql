-- Whether this database is still the one that the processes worked on (docs/decisions/116-restored-databases.md).

-- Its PostgreSQL and its own number there, which a restore into another one changes, and the timeline, which a promotion and a
-- recovery to a point in time change. As the owner, because a provider may have revoked the function from the application's role.
create function database_place(out place text, out timeline bigint)
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  cluster text := '';
begin
  if has_function_privilege('pg_control_system()', 'execute') then
    cluster := (select system_identifier from pg_control_system());
  end if;
  place := cluster || '/' || (select oid from pg_database where datname = current_database());
  if not pg_is_in_recovery() then
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
  end if;
end $$;
revoke execute on function database_place() from public;
grant execute on function database_place() to quiver_app;

create table database_line (
  is_only boolean primary key default true check (is_only),
  -- A new one begins when an operator confirms a restored database.
  line uuid not null default gen_random_uuid(),
  -- What processes may still remember.
  former_lines uuid[] not null default '{}',
  place text not null,
  timeline bigint not null,
  -- Set for good when a process has seen what the database lacks.
  is_older boolean not null default false
);

-- Every process remembers the latest, in memory and in its DATA_DIR: a database that lacks it was brought back.
create table database_marks (
  number bigint primary key,
  line uuid not null,
  token uuid not null default gen_random_uuid(),
  made_at timestamptz not null default now()
);

call protect_server('database_line');
call protect_server('database_marks');
