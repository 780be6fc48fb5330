-- What an organization lets nobody do alone (src/contract/plans/rules.ts).

create table approval_rules (
  organization_id integer not null references organizations,
  position integer not null,
  kind text not null check (kind in
    ('campaign', 'autoresponder', 'import', 'export', 'bulk_change', 'erasure', 'api_key', 'rights')),
  -- null: all lists. No foreign key: a rule for a list that is gone holds for nothing.
  mailing_list_id integer,
  above bigint not null default 0 check (above >= 0),
  -- Ids of users; []: all administrators.
  approver_user_ids jsonb not null default '[]' check (jsonb_typeof(approver_user_ids) = 'array'),
  -- []: nobody.
  emergency_user_ids jsonb not null default '[]' check (jsonb_typeof(emergency_user_ids) = 'array'),
  primary key (organization_id, position)
);

call protect_tenants('approval_rules');
call protect_lists('approval_rules');

-- Who last got the value of a key: `user:7`, for whom what the key asks is their own. null: nobody knows, such as for the
-- keys that the command line makes.
alter table api_keys add column held_by text;

update api_keys k set held_by = (
  select 'user:' || e.user_id from audit_events e
  where e.organization_id = k.organization_id and e.kind in ('api_key.created', 'api_key.rotated')
    and e.subject_type = 'ApiKey' and e.subject_id = k.id and e.user_id is not null
  order by e.id desc limit 1);
