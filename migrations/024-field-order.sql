-- The order of custom fields, as forms show them.

-- null: by age. Given an order, fields exchange the places they have: the id for those that never moved. So all places
-- of an organization differ, and new fields come last.
alter table custom_fields add column place integer;
