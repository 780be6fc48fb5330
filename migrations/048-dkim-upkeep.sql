-- Upkeep looks for the records of the keys that sign.

alter table dkim_keys
  -- When the record was last found. null: never.
  add seen_at timestamptz,
  -- Since when a record that was found before is missing, or has changed. null: it is there, or never was.
  add lost_since timestamptz check (lost_since is null or seen_at is not null),
  add next_check_at timestamptz not null default now() + interval '5 minutes';
update dkim_keys set seen_at = checked_at where check_state = 'found';

create index dkim_keys_due on dkim_keys (next_check_at) where active;
