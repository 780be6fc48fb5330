-- When a job last committed a piece of its work: one that runs, waits for nothing and does not move needs an operator.
alter table jobs add column advanced_at timestamptz;

-- A process that was stopped said so. One that did not, and that no later one has replaced, is missing.
alter table server_processes
  add column started_at timestamptz not null default now(),
  add column is_stopped boolean not null default false;

-- When each duty of the upkeep was last done as a whole, noted once a minute.
create table upkeep_duties (
  name text primary key,
  every_seconds bigint not null,
  done_at timestamptz not null default now()
);
call protect_server('upkeep_duties');
