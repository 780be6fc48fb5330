-- When the last backup ended: written by quiver backup, and by quiver record-backup after another program.

create table last_backup (
  is_only boolean primary key default true check (is_only),
  ended_at timestamptz not null
);

call protect_server('last_backup');

-- The local mailbox: what was "sent" while SMTP_URL is not set. Every machine shows the same.
create table local_messages (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  -- With two lines for its envelope at the top.
  message bytea not null,
  size_bytes integer not null
);
-- Of the beginning, which the list reads, the rest is not read only if it is not compressed.
alter table local_messages alter column message set storage external;

call protect_server('local_messages');
