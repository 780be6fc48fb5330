-- What an import does besides its rows: it creates custom fields, and ends subscriptions of people who are not in its file.

alter table subscriber_imports
  -- Definitions, as custom_fields has them; each gets an `id` when the file has been split without fault.
  add column create_custom_fields jsonb,
  add column not_in_file text check (not_in_file in ('deactivate', 'unsubscribe')),
  -- A number of subscribers, or a percentage of the list's active ones: '500', '12.5%'. null: the default.
  add column prune_limit text,
  -- Taken by the first claim: what later transactions wrote has changed since the import started.
  add column started_snapshot pg_snapshot,
  -- The list's active subscribers when the file was compared with it, and those of them who were not in the file.
  add column prune_active bigint,
  add column prune_found bigint,
  -- Those who got the status, and those who were left alone because they had changed meanwhile.
  add column pruned bigint not null default 0,
  add column prune_left_alone bigint not null default 0,
  add check (pruned >= 0 and prune_left_alone >= 0 and pruned + prune_left_alone <= coalesce(prune_found, 0));

-- People who were not in the file, in pieces: each is pruned in one transaction, by one worker, once.
create table import_prune_ranges (
  organization_id integer not null,
  import_id bigint not null,
  number integer not null,
  -- Side by side: a subscriber, and the transaction that had last written them (xmin) when the file was compared.
  subscriber_ids bigint[] not null,
  versions bigint[] not null,
  -- Those who got the status. null: the range is not done.
  pruned_ids bigint[],
  primary key (organization_id, import_id, number),
  foreign key (organization_id, import_id) references subscriber_imports (organization_id, id),
  check (cardinality(subscriber_ids) = cardinality(versions))
);
call protect_tenants('import_prune_ranges');
