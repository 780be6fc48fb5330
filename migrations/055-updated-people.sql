-- When a person was changed last; null until then. Not indexed: each change would write to every index of the table.
alter table subscribers add column updated_at timestamptz;
