-- Files whose bytes are objects of a storage that speaks S3 (STORAGE_URL=s3://…). Their rows are those of 061.

alter table stored_files add column storage text not null default 'database';

drop index stored_files_removed;
create index stored_files_removed on stored_files (storage, removed_at) where removed_at is not null;

-- Every object that may exist. It is written here before the storage gets it, so that no crash leaves one that is unknown.
create table stored_objects (
  organization_id integer not null references organizations,
  object text not null,
  storage text not null,
  -- null: a chunk names it. Otherwise the upkeep deletes it then; of one that is being written, in an hour.
  delete_at timestamptz,
  primary key (organization_id, object)
);
create index stored_objects_unneeded on stored_objects (storage, delete_at) where delete_at is not null;

call protect_tenants('stored_objects');

alter table stored_file_chunks
  alter column bytes drop not null,
  add column object text,
  add column size_bytes integer,
  add column sha256 bytea,
  add constraint bytes_or_object check (num_nonnulls(bytes, object) = 1),
  add constraint object_is_described check (num_nonnulls(object, size_bytes, sha256) in (0, 3)),
  add foreign key (organization_id, object) references stored_objects;
-- For the health page, which adds the sizes.
create index stored_file_chunks_objects on stored_file_chunks (organization_id, object, size_bytes)
  where object is not null;

-- Whatever deletes a chunk, its object is not forgotten.
create function release_object() returns trigger language plpgsql as $$
begin
  update stored_objects set delete_at = now()
  where organization_id = old.organization_id and object = old.object;
  return null;
end $$;

create trigger release_object after delete on stored_file_chunks
  for each row when (old.object is not null) execute function release_object();
