-- What a sharded PostgreSQL (`quiver migrate --distribute`) refuses, said in another way that means the same.

-- It evaluates every stable part of an expression before it sends it to a shard, also the branch of a `case` that is not
-- taken, and cannot read 'everywhere' as a number.
create or replace function scope_organization() returns integer language sql stable parallel safe as $$
  select substring(current_setting('quiver.scope', true) from '^[0-9]{1,10}$')::integer $$;

-- `on delete set null` cannot be part of a key that holds the organization: src/store/resources/assets.ts takes the logo off.
alter table brands drop constraint brands_organization_id_logo_asset_id_fkey;
alter table brands add foreign key (organization_id, logo_asset_id) references assets (organization_id, id);

-- The one key between two organizations. Organizations are never deleted, only marked, and the session is written after the
-- organization was read (src/store/users/sessions.ts).
alter table user_sessions drop constraint user_sessions_stepped_into_organization_id_fkey;

-- `set local` reaches the workers of a cluster, `set_config` does not: the function would find that nobody holds any domain.
create or replace function sender_domain_holder(organization integer, names text[]) returns text
language plpgsql volatile as $$
declare
  scope text := coalesce(current_setting('quiver.scope', true), '');
  holder text;
begin
  set local quiver.scope = 'everywhere';
  select case when d.organization_id = organization then 'own' when d.organization_id = 1 then 'system' else 'other' end
  into holder
  from sender_domains d join organizations o on o.id = d.organization_id
  where d.domain = any(names) and d.proven_at is not null and o.deleted_at is null
  order by length(d.domain) desc, d.proven_at, d.organization_id limit 1;
  execute format('set local quiver.scope = %L', scope);
  return coalesce(holder, 'nobody');
end $$;
