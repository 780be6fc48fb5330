-- How busy the database is, for system administrators. PostgreSQL hides the transactions of the login from the role of the
-- application, so this asks as the owner; it tells numbers and nothing of whom or what.
create function server_activity(out connections integer, out connections_max integer, out oldest_transaction_seconds float8)
language sql stable security definer set search_path = pg_catalog as $$
  select count(*)::integer, current_setting('max_connections')::integer,
    coalesce(extract(epoch from now() - min(xact_start) filter (where pid <> pg_backend_pid())), 0)::float8
  from pg_stat_activity where backend_type = 'client backend' and datname = current_database() $$;
revoke execute on function server_activity() from public;
grant execute on function server_activity() to quiver_app;
