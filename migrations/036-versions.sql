-- A change can name the `updated_at` that it is about (docs/decisions/100-changes-name-their-version.md).

alter table autoresponders add column updated_at timestamptz not null default now();

-- The epoch: nobody has set anything yet.
alter table brands add column updated_at timestamptz not null default 'epoch';
