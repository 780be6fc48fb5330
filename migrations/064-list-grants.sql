-- The third wall: a caller who may see some mailing lists of the organization sees no row of another one.
--
-- Its transactions name them behind the organization: `set local quiver.scope = '7:{1,2}:k5'`, for the key 5 of organization 7
-- (src/database/driver/scope.ts). Work without such a caller names the organization alone and is not limited.

create or replace function scope_organization() returns integer language sql stable parallel safe as $$
  select substring(current_setting('quiver.scope', true) from '^([0-9]{1,10})(?::|$)')::integer $$;

-- null: all.
create function scope_lists() returns integer[] language sql stable parallel safe as $$
  select substring(current_setting('quiver.scope', true) from '^[0-9]{1,10}:(\{[0-9,]*\}):')::integer[] $$;

create function scope_actor() returns text language sql stable parallel safe as $$
  select substring(current_setting('quiver.scope', true) from '^[0-9]{1,10}:\{[0-9,]*\}:(.*)$') $$;

-- The condition is `is not null` of something that is null for what is hidden: the planner takes that for true of nearly
-- every row, so that plans stay as they were. Row counts would be wrong by a factor of up to 200 with a plain `or`.
--
-- A migration that creates a table with a `mailing_list_id` calls this for it. Rows without a list belong to the
-- organization: limited callers read them and write none.
create procedure protect_lists(list_table regclass, list_column text default 'mailing_list_id') language plpgsql as $$
declare
  condition constant text := 'nullif(coalesce(%s = any ((select scope_lists())::integer[]), true), false) is not null';
  seen constant text := format(condition, quote_ident(list_column));
  written constant text := format(condition, format('coalesce(%I, 0)', list_column));
begin
  if (select attnotnull from pg_attribute where attrelid = list_table and attname = list_column) then
    execute format('create policy lists on %s as restrictive using (%s)', list_table, seen);
    return;
  end if;
  execute format('create policy lists on %s as restrictive for select using (%s)', list_table, seen);
  execute format('create policy lists_insert on %s as restrictive for insert with check (%s)', list_table, written);
  execute format('create policy lists_update on %s as restrictive for update using (%s)', list_table, written);
  execute format('create policy lists_delete on %s as restrictive for delete using (%s)', list_table, written);
end $$;

call protect_lists('mailing_lists', 'id');
call protect_lists('address_changes');
call protect_lists('autoresponder_reactions');
call protect_lists('autoresponders');
call protect_lists('brands');
call protect_lists('campaigns');
call protect_lists('consents');
call protect_lists('custom_fields');
call protect_lists('editable_fields');
call protect_lists('jobs');
call protect_lists('list_preferences');
call protect_lists('mailing_list_seed_lists');
call protect_lists('public_texts');
call protect_lists('remote_identities');
call protect_lists('repeated_departures');
call protect_lists('segments');
call protect_lists('sign_ups');
call protect_lists('soft_bounces');
call protect_lists('special_sending_rules');
call protect_lists('subscriber_bulk_changes');
call protect_lists('subscriber_counts_by_day');
call protect_lists('subscriber_exports');
call protect_lists('subscriber_imports');
call protect_lists('subscriber_pauses');
call protect_lists('subscribers');
call protect_lists('suppression_lists');
call protect_lists('web_forms');
-- Not subscriber_counts: the organization's quota is the sum of all lists, whoever adds a subscriber.

-- A file that somebody has uploaded may be for any list: limited callers see their own.
create policy lists on uploads as restrictive using (
  nullif(coalesce(coalesce('k' || api_key_id, 'u' || user_id, '') = (select scope_actor()), true), false) is not null);
