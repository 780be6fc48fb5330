-- The second wall between tenants: whatever a statement asks for, it sees and writes the rows of one organization.
--
-- A transaction says whose rows with `set local quiver.scope = '<organization id>'`, or 'everywhere' for what the
-- server does across organizations (src/database/driver/scope.ts). Said nothing, every table of a tenant is empty.

-- In a sub-select of their own the policies ask once a statement, not once a row.
create function scope_organization() returns integer language sql stable parallel safe as $$
  select case when current_setting('quiver.scope', true) ~ '^[0-9]{1,10}$'
    then current_setting('quiver.scope', true)::integer end $$;

create function scope_is_everywhere() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('quiver.scope', true) = 'everywhere', false) $$;

-- Every later migration calls this for each table with an `organization_id` that it makes.
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

do $$
declare tenant_table regclass;
begin
  for tenant_table in
    select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'organization_id' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  loop
    call protect_tenants(tenant_table);
  end loop;
end $$;

alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenants on organizations using (id = (select scope_organization()) or (select scope_is_everywhere()));

-- The application's role works on rows and owns nothing.
grant usage on schema public to quiver_app;
grant select, insert, update, delete on all tables in schema public to quiver_app;
grant usage, select, update on all sequences in schema public to quiver_app;
alter default privileges in schema public grant select, insert, update, delete on tables to quiver_app;
alter default privileges in schema public grant usage, select, update on sequences to quiver_app;

revoke insert, update, delete on schema_migrations from quiver_app;
-- What happened stays written.
revoke update, delete on audit_events from quiver_app;
