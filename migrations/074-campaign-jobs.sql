-- Campaigns become jobs (030-jobs.sql): who sends them and when is in `jobs`, what they are and what became of them in `campaigns`.

alter table jobs
  -- When it may begin, if that is not `begins_at`: with a time zone field, the first recipients are due earlier or later.
  add column due_at timestamptz,
  -- Why it waits for its next attempt, for its owner; '': it does not wait, or they need not know.
  add column waiting_for text not null default '',
  drop constraint jobs_state_check,
  add constraint jobs_state_check check (state in ('scheduled', 'running', 'exporting', 'undoing', 'downloading',
    'splitting', 'importing', 'sending', 'paused', 'finished', 'failed', 'cancelled'));

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
    when 'Campaign' then case old.state
      when 'scheduled' then array['sending', 'paused', 'failed', 'cancelled']
      when 'sending' then array['finished', 'paused', 'failed', 'cancelled']
      when 'paused' then array[old.paused_from, 'cancelled'] end
    when 'CampaignResend' then case old.state
      when 'scheduled' then array['sending', 'cancelled']
      when 'sending' then array['finished', 'failed', 'cancelled']
      when 'finished' then array['scheduled']
      when 'failed' then array['scheduled'] end
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

-- What cannot be claimed any more is listed without a begin in the API, and has no job.
insert into jobs (organization_id, kind, id, mailing_list_id, state, paused_from, begins_at, due_at, created_at, started_at,
  finished_at, error_message, epoch, leased_until, worker, attempts, next_attempt_at, waiting_for)
select organization_id, 'Campaign', id, mailing_list_id, case when paused then 'paused' else state end,
  case when paused then state end, begins_at, starts_at, created_at, started_at, finished_at, error_message, epoch,
  case when state <> 'finished' then leased_until end, worker, attempts,
  case when finished_at is null then next_attempt_at end, case when state = 'finished' then '' else waiting_for end
from campaigns
where not template and state <> 'idle' and begins_at is not null;

-- Messages of a finished campaign that are to be sent again. The epoch goes on: batches that an earlier sender left have a lower one.
insert into jobs (organization_id, kind, id, mailing_list_id, state, begins_at, started_at, epoch, leased_until, worker,
  attempts, next_attempt_at, waiting_for)
select organization_id, 'CampaignResend', id, mailing_list_id, 'sending', least(next_attempt_at, now()), now(), epoch,
  leased_until, worker, attempts, next_attempt_at, waiting_for
from campaigns
where state = 'finished' and next_attempt_at is not null;

-- While messages of a finished campaign are to be sent again.
alter table campaigns add column reopened_at timestamptz;
update campaigns set reopened_at = now() where state = 'finished' and next_attempt_at is not null;

-- The state of a campaign that has a job is that of its job. Lists, reports and conditions of segments read it by the indexes
-- of `campaigns`, so it is written there, too: by the transaction that changes the job, and by nothing else.
create function campaign_follows_job() returns trigger language plpgsql as $$
begin
  update campaigns
  set state = coalesce(new.paused_from, new.state), paused = new.paused_from is not null, started_at = new.started_at,
    finished_at = new.finished_at, error_message = new.error_message
  where organization_id = new.organization_id and id = new.id;
  return null;
end $$;

create trigger jobs_campaign_follows after update of state, paused_from, started_at, finished_at, error_message on jobs
  for each row when (new.kind = 'Campaign' and (old.state, old.paused_from, old.started_at, old.finished_at, old.error_message)
    is distinct from (new.state, new.paused_from, new.started_at, new.finished_at, new.error_message))
  execute function campaign_follows_job();

-- With the columns go their indexes. The others served claims and the list of jobs.
drop index campaigns_claimable;
drop index campaigns_begins_everywhere;
drop index campaigns_unfinished;
alter table campaigns
  drop column epoch, drop column leased_until, drop column worker, drop column attempts, drop column next_attempt_at,
  drop column waiting_for;
