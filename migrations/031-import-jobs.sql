-- Imports and undos become jobs (030-jobs.sql).

alter table jobs
  -- What a worker must have: `uploads` can be read by all workers that share the upload directories, wherever the job's place
  -- is; `network` is not used while the server may be a restored copy. null: nothing.
  add column needs text check (needs in ('uploads', 'network')),
  add check (state <> 'finished' or total is null or progress = total),
  drop constraint jobs_state_check,
  add constraint jobs_state_check check (state in ('scheduled', 'running', 'exporting', 'undoing', 'downloading',
    'splitting', 'importing', 'paused', 'finished', 'failed', 'cancelled'));

create or replace function job_may_become() returns trigger language plpgsql as $$
begin
  if not (new.state = any (coalesce(case old.kind
    when 'SubscriberImport' then case old.state
      when 'scheduled' then array['downloading', 'splitting', 'paused', 'failed', 'cancelled']
      when 'downloading' then array['splitting', 'paused', 'failed', 'cancelled']
      when 'splitting' then array['importing', 'paused', 'failed', 'cancelled']
      when 'importing' then array['finished', 'paused', 'failed', 'cancelled']
      when 'paused' then array[old.paused_from, 'cancelled'] end
    when 'SubscriberImportUndo' then case old.state
      when 'scheduled' then array['undoing', 'failed']
      when 'undoing' then array['finished', 'failed']
      when 'failed' then array['scheduled'] end
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

insert into jobs (organization_id, kind, id, mailing_list_id, name, state, paused_from, begins_at, created_at, started_at,
  finished_at, error_message, progress, total, place, needs, epoch, leased_until, worker, presence, attempts, next_attempt_at)
select organization_id, 'SubscriberImport', id, mailing_list_id, coalesce(source_filename, source_url, ''), state, paused_from,
  begins_at, created_at, started_at, finished_at, error_message, records_imported, number_of_records, data_directory,
  case when spool_name is null then case source_type when 'upload_directory' then 'uploads' when 'url' then 'network' end end,
  epoch, leased_until, worker, presence, attempts, next_attempt_at
from subscriber_imports;

insert into jobs (organization_id, kind, id, mailing_list_id, name, state, begins_at, created_at, started_at, finished_at,
  error_message, progress, total, epoch, leased_until, worker, presence, attempts, next_attempt_at)
select u.organization_id, 'SubscriberImportUndo', u.import_id, i.mailing_list_id,
  coalesce(i.source_filename, i.source_url, ''), u.state, u.created_at, u.created_at, u.started_at, u.finished_at,
  u.error_message, u.removed + u.restored + u.restored_partly + u.left_changed + u.left_departed + u.left_over_limit + u.left_gone,
  u.people, u.epoch, u.leased_until, u.worker, u.presence, u.attempts, u.next_attempt_at
from import_undos u join subscriber_imports i on i.organization_id = u.organization_id and i.id = u.import_id;

insert into job_turns (organization_id, queue, served_at) select organization_id, 'imports', served_at from import_turns;
drop table import_turns;

drop trigger subscriber_imports_state on subscriber_imports;
drop function subscriber_import_may_become();
-- With the columns go their indexes and checks.
alter table subscriber_imports
  drop column state, drop column paused_from, drop column begins_at, drop column created_at, drop column started_at,
  drop column finished_at, drop column error_message, drop column data_directory, drop column number_of_records,
  drop column records_imported, drop column epoch, drop column leased_until, drop column worker, drop column presence,
  drop column attempts, drop column next_attempt_at;
create index subscriber_imports_list on subscriber_imports (organization_id, mailing_list_id);
create index subscriber_imports_logs on subscriber_imports (organization_id, id) where logs_purged_at is null;

drop trigger import_undos_state on import_undos;
drop function import_undo_may_become();
alter table import_undos
  drop column begins_at, drop column state, drop column created_at, drop column started_at, drop column finished_at,
  drop column error_message, drop column people, drop column epoch, drop column leased_until, drop column worker,
  drop column presence, drop column attempts, drop column next_attempt_at;
create index import_undos_logs on import_undos (organization_id, import_id) where logs_purged_at is null;

-- What readers ask of an import and of its job at once.
create view import_jobs with (security_invoker = true) as
select i.*, j.state, j.paused_from, j.begins_at, j.created_at, j.started_at, j.finished_at, j.error_message,
  j.place as data_directory, j.total as number_of_records, j.progress as records_imported, j.epoch, j.leased_until,
  j.worker, j.presence, j.attempts, j.next_attempt_at
from subscriber_imports i
join jobs j on j.organization_id = i.organization_id and j.kind = 'SubscriberImport' and j.id = i.id;

create view undo_jobs with (security_invoker = true) as
select u.*, j.state, j.begins_at, j.created_at, j.started_at, j.finished_at, j.error_message, j.total as people, j.epoch,
  j.leased_until, j.attempts, j.next_attempt_at
from import_undos u
join jobs j on j.organization_id = u.organization_id and j.kind = 'SubscriberImportUndo' and j.id = u.import_id;
