-- Who leaves a list leaves its sequences (053). The trigger asked for each row whether the person is in one. Now a statement
-- asks once which lists have sequences, and rows of other lists cost nothing.

create function note_sequence_lists() returns trigger language plpgsql as $$
begin
  perform set_config('quiver.sequence_lists', coalesce((
    select array_agg(distinct mailing_list_id) from autoresponders
    where sequence_id is not null)::text, '{}'), true);
  return null;
end $$;

-- Before the rows: the condition below is asked as each of them changes. Within the transaction a later statement asks anew.
create trigger subscribers_note_sequence_lists before update of status on subscribers
  for each statement execute function note_sequence_lists();

drop trigger subscribers_leave_sequences on subscribers;
create trigger subscribers_leave_sequences after update of status on subscribers
  for each row when (old.status = 'active' and new.status <> 'active'
    and old.mailing_list_id = any(current_setting('quiver.sequence_lists')::integer[]))
  execute function leave_sequences();

-- Rows of a remote list whose address the organization suppresses were left out when the campaign was sent, and counted nowhere.
alter table remote_queries add column suppressed integer not null default 0;
