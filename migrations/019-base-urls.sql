-- The address that a process writes into the links of its messages: those of an installation should have one. Null: of a
-- process of a former version.
alter table server_processes add column base_url text;
