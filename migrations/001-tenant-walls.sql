-- The second wall between organizations: a statement reads and writes the rows of one organization, whatever it asks for.
--
-- A transaction names that organization with `set local quiver.scope = '<organization id>'`, or 'everywhere' for work
-- across organizations (src/database/driver/scope.ts). Without a scope every table of a tenant is empty.

-- The policies call these functions in a sub-select, so that they run once a statement, not once a row.
-- Without `case`: a sharded PostgreSQL evaluates both branches before it sends a statement to a shard.
create function scope_organization() returns integer language sql stable parallel safe as $$
  select substring(current_setting('quiver.scope', true) from '^[0-9]{1,10}$')::integer $$;

create function scope_is_everywhere() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('quiver.scope', true) = 'everywhere', false) $$;

-- A migration that creates a table with an `organization_id` calls this for it.
create procedure protect_tenants(tenant_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('create policy tenants on %s using (organization_id = (select scope_organization())
    or (select scope_is_everywhere()))', tenant_table);
end $$;

-- For the few tables that belong to the server as a whole.
create procedure protect_server(server_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', server_table);
  execute format('alter table %s force row level security', server_table);
  execute format('create policy server on %s using ((select scope_is_everywhere()))', server_table);
end $$;

-- The application's role reads and writes the rows of every table that follows, and owns nothing. `migrate` creates it
-- (src/database/roles.ts), for roles belong to the server, not to one database.
grant usage on schema public to quiver_app;
grant select on schema_migrations to quiver_app;
alter default privileges in schema public grant select, insert, update, delete on tables to quiver_app;
alter default privileges in schema public grant usage, select, update on sequences to quiver_app;
