-- Who is looked for in logs and undo pieces, by an erasure or for a history, is found without reading all of them: a row keeps
-- prints of four bytes, sorted, most significant byte first. null: written before this migration.

-- Of the addresses (src/contract/values/spelling/prints.ts).
alter table import_logs add column prints bytea;
alter table import_undo_logs add column prints bytea;

alter table import_undo_pieces
  -- The least and the greatest of `ids`.
  add column first_id bigint,
  add column last_id bigint,
  -- Of `ids` (src/store/conditions/prints.ts), of people who were changed: those added together have ids that follow each other.
  add column id_prints bytea;

-- Not compressed, so that a part of the prints can be read alone.
alter table import_logs alter column prints set storage external;
alter table import_undo_logs alter column prints set storage external;
alter table import_undo_pieces alter column id_prints set storage external;
