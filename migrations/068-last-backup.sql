-- When the last backup ended: written by quiver backup, and by quiver record-backup after another program.

create table last_backup (
  is_only boolean primary key default true check (is_only),
  ended_at timestamptz not null
);

call protect_server('last_backup');
