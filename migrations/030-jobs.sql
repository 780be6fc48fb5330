-- Long work of every kind: what is to do, who does it, and how far it is. A job is a row; its subject, such as an export, has
-- the request and the result (docs/decisions/093-one-machine-for-long-work.md).

create table jobs (
  organization_id integer not null references organizations,
  -- As jobs are listed: SubscriberExport, SubscriberBulkChange and so on.
  kind text not null,
  -- Of the subject.
  id bigint not null,
  mailing_list_id integer,
  -- null: that of its list.
  name text,
  state text not null default 'scheduled' check (state in
    ('scheduled', 'running', 'exporting', 'paused', 'finished', 'failed', 'cancelled')),
  -- The state to return to.
  paused_from text,
  begins_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- When a worker first claimed it.
  started_at timestamptz,
  finished_at timestamptz,
  error_message text,

  progress bigint not null default 0,
  -- null: not counted yet, or it took too long.
  total bigint,

  -- The DATA_DIR or storage that has its files; null: none.
  place text,

  -- Each claim raises the epoch; a write that names an older one changes nothing.
  epoch integer not null default 0,
  leased_until timestamptz,
  worker text,
  -- The advisory lock that shows that the worker lives.
  presence integer,
  -- Claims since the last progress.
  attempts integer not null default 0,
  next_attempt_at timestamptz,

  primary key (organization_id, kind, id),
  foreign key (organization_id, mailing_list_id) references mailing_lists (organization_id, id),
  check ((state in ('finished', 'failed', 'cancelled')) = (finished_at is not null)),
  check ((state = 'paused') = (paused_from is not null))
);

create index jobs_due on jobs (kind, begins_at) where finished_at is null;
create index jobs_unfinished on jobs (organization_id, begins_at, id) where finished_at is null;
create index jobs_finished on jobs (organization_id, kind, finished_at desc, id desc) where finished_at is not null;
-- Jobs are listed by the time at which they begin.
create index jobs_begins on jobs (organization_id, begins_at, id);
create index jobs_of_kind on jobs (organization_id, kind, begins_at, id);
create index jobs_begins_everywhere on jobs (begins_at, id);
create index jobs_unfinished_everywhere on jobs (begins_at, id) where finished_at is null;

-- The tables of docs/lifecycles.md, enforced where no code can bypass them.
create function job_may_become() returns trigger language plpgsql as $$
begin
  if not (new.state = any (coalesce(case old.kind
    when 'SubscriberExport' then case old.state
      when 'scheduled' then array['exporting', 'cancelled']
      when 'exporting' then array['finished', 'failed', 'cancelled'] end
    when 'SubscriberBulkChange' then case old.state
      when 'scheduled' then array['running', 'cancelled']
      when 'running' then array['finished', 'failed', 'cancelled'] end
    else case old.state
      when 'scheduled' then array['running', 'paused', 'failed', 'cancelled']
      when 'running' then array['finished', 'paused', 'failed', 'cancelled']
      when 'paused' then array[old.paused_from, 'cancelled'] end
    end, array[]::text[]))) then
    raise exception 'a job of the kind % cannot become % from %', old.kind, new.state, old.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger jobs_state before update of state on jobs
  for each row when (old.state is distinct from new.state) execute function job_may_become();

-- When each organization was last served: the one served longest ago is next.
create table job_turns (
  organization_id integer not null references organizations,
  queue text not null,
  served_at timestamptz not null,
  primary key (organization_id, queue)
);

call protect_tenants('jobs');
call protect_tenants('job_turns');

insert into jobs (organization_id, kind, id, mailing_list_id, state, begins_at, created_at, started_at, finished_at,
  error_message, progress, total, place, epoch, leased_until, worker, presence, attempts, next_attempt_at)
select organization_id, 'SubscriberExport', id, mailing_list_id, state, begins_at, created_at, started_at, finished_at,
  error_message, records_exported, number_of_records, data_directory, epoch, leased_until, worker, presence, attempts,
  next_attempt_at
from subscriber_exports;

insert into jobs (organization_id, kind, id, mailing_list_id, state, begins_at, created_at, started_at, finished_at,
  error_message, progress, total, epoch, leased_until, worker, presence, attempts, next_attempt_at)
select organization_id, 'SubscriberBulkChange', id, mailing_list_id, state, created_at, created_at, started_at,
  finished_at, error_message, people_done, people_total, epoch, leased_until, worker, presence, attempts, next_attempt_at
from subscriber_bulk_changes;

insert into job_turns (organization_id, queue, served_at)
select organization_id, 'exports', served_at from export_turns
union all
select organization_id, 'bulk changes', max(claimed_at) from subscriber_bulk_changes
where claimed_at is not null group by organization_id;

drop table export_turns;

drop trigger subscriber_exports_state on subscriber_exports;
drop function subscriber_export_may_become();
-- With the columns go their indexes and checks.
alter table subscriber_exports
  drop column state, drop column begins_at, drop column created_at, drop column started_at, drop column finished_at,
  drop column error_message, drop column data_directory, drop column number_of_records, drop column records_exported,
  drop column epoch, drop column leased_until, drop column worker, drop column presence, drop column attempts,
  drop column next_attempt_at,
  add check (expires_at is null or (size_bytes is not null and sha256 is not null)),
  add check (selection is null or (selected_only and expires_at is null));

drop trigger subscriber_bulk_changes_state on subscriber_bulk_changes;
drop function subscriber_bulk_change_may_become();
alter table subscriber_bulk_changes
  drop column begins_at, drop column state, drop column created_at, drop column started_at, drop column finished_at,
  drop column error_message, drop column people_total, drop column people_done, drop column epoch,
  drop column leased_until, drop column claimed_at, drop column worker, drop column presence, drop column attempts,
  drop column next_attempt_at;
