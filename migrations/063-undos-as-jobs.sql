-- Undos of imports are jobs, too. Jobs are listed by the time at which they begin; an undo begins when somebody asks for it.
alter table import_undos
  add column begins_at timestamptz not null generated always as (created_at) stored;
create index import_undos_begins on import_undos (organization_id, begins_at, import_id);
create index import_undos_begins_everywhere on import_undos (begins_at, import_id);
