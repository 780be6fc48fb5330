-- What is unique over all organizations: the names of organizations, and the addresses by which users log in. On a sharded
-- PostgreSQL a unique index of the tables themselves cannot promise it, because each shard has its own; this small table
-- stays on the coordinator. The code writes both on every PostgreSQL.

create table taken_names (
  kind text not null check (kind in ('organization', 'log_in')),
  -- `lower(name)` of the organization, `email_key` of a user with a password.
  name text collate "C" not null,
  -- No foreign keys: they cannot lead from the coordinator to the shards.
  organization_id integer not null,
  -- 0: of the organization.
  user_id integer not null default 0,
  primary key (kind, name)
);
create index taken_names_holder on taken_names (organization_id, kind, user_id);
call protect_tenants('taken_names');

insert into taken_names (kind, name, organization_id)
select 'organization', lower(name), id from organizations where deleted_at is null;
insert into taken_names (kind, name, organization_id, user_id)
select 'log_in', email_key, organization_id, id from users where password_hash is not null;
