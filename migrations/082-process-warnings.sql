-- What a process warns of that concerns it alone, such as its clock: the others tell it, for a worker has no page of its own.
alter table server_processes add column warnings text[] not null default '{}';
