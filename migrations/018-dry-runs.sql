-- Imports that change nothing and say what they would do, what they become, and the failed rows of an import as a file.

alter table subscriber_imports
  add column dry_run boolean not null default false,
  -- How many more active subscribers there would be after the ranges that are done: later ones count them as present.
  add column dry_run_places bigint not null default 0,
  -- The dry run that this import was made from.
  add column dry_run_id bigint,
  -- The import whose failed rows are the file.
  add column source_import_id bigint,
  -- The cells of the header as a JSON array; in text, because jsonb refuses some characters. null: no header, or unknown.
  add column header_cells text,
  add foreign key (organization_id, dry_run_id) references subscriber_imports (organization_id, id),
  add foreign key (organization_id, source_import_id) references subscriber_imports (organization_id, id);

-- A dry run becomes one import.
create unique index subscriber_imports_dry_run on subscriber_imports (organization_id, dry_run_id)
  where dry_run_id is not null;
-- Whose files upkeep keeps.
create index subscriber_imports_spooled on subscriber_imports (organization_id, spool_name)
  where spool_name is not null;
