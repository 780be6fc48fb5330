-- Which row of a file got which class, so that logs can be shown as rows, and what an import changed in a range.

alter table import_ranges
  -- One byte a record: the place of its class in `classifications` (src/contract/imports/states.ts); 255: erased.
  -- null: not done, or done by an earlier version.
  add column classes bytea;
-- Written once, read by the page: compressing costs more than it saves.
alter table import_ranges alter column classes set storage external;

alter table import_undo_pieces
  -- The range of the file that these people are from. null: they were not rows, or an earlier version wrote it.
  add column range_number integer;
