#!/bin/bash
# Makes the roles and the database of docs/operating.md, "A PostgreSQL of your own", at the first start of the container.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner_password="$QUIVER_OWNER_PASSWORD" --set=password="$QUIVER_PASSWORD" <<'SQL'
create role quiver_app nologin;
create role quiver_owner login password :'owner_password' in role quiver_app;
create role quiver login password :'password' in role quiver_app;
-- Without a password it can log in inside the container only.
create role quiver_backup login bypassrls in role pg_read_all_data;
create database quiver owner quiver_owner encoding 'UTF8' template template0;
SQL
