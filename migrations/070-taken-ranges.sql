-- One import is applied by several workers: who works on which range. No lock: `done` decides.

alter table import_ranges
  add column taken_by integer,
  -- Of the import, when it was taken: a later claim of the import frees it.
  add column taken_epoch integer,
  add column taken_until timestamptz;
