-- Autoresponders with steps. A step is a row of `autoresponders` with `sequence_id`, so that messages, links, reports and
-- accounting are those of autoresponders; what only a step has is in `sequence_steps`.

alter table autoresponders add column sequence_id integer;
alter table autoresponders add foreign key (organization_id, sequence_id) references autoresponders (organization_id, id);
alter table autoresponders drop constraint autoresponders_trigger_check;
alter table autoresponders add constraint autoresponders_trigger_check check (trigger in ('subscription', 'api',
  'campaign_open', 'campaign_click', 'autoresponder_open', 'autoresponder_nonopen', 'autoresponder_click',
  'autoresponder_nonclick', 'autoresponder_send', 'step'));
alter table autoresponders add check ((trigger = 'step') = (sequence_id is not null));
create index autoresponders_sequence on autoresponders (organization_id, sequence_id) where sequence_id is not null;
drop index autoresponders_name;
create unique index autoresponders_name on autoresponders (organization_id, mailing_list_id, lower(name))
  where deleted_at is null and sequence_id is null;

create table sequence_steps (
  organization_id integer not null,
  -- Of its row in `autoresponders`.
  id integer not null,
  sequence_id integer not null,
  -- Removed steps keep theirs: people who wait at one go on from there.
  position integer not null,
  wait_amount integer not null default 0 check (wait_amount >= 0),
  wait_unit text not null default 'days' check (wait_unit in ('minutes', 'hours', 'days', 'weeks')),
  -- In the organization's time zone: at this time of day, on one of these days (1: Monday). Null, empty: any.
  wait_time time,
  wait_weekdays smallint[] not null default '{}',
  -- What the person must have done with the message before.
  previous text not null default 'any' check (previous in ('any', 'opened', 'not_opened', 'clicked', 'not_clicked')),
  -- What becomes of people for whom a condition does not hold.
  otherwise text not null default 'end' check (otherwise in ('end', 'skip')),
  ended bigint not null default 0,
  skipped bigint not null default 0,
  removed_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, id) references autoresponders (organization_id, id),
  foreign key (organization_id, sequence_id) references autoresponders (organization_id, id)
);
create index sequence_steps_order on sequence_steps (organization_id, sequence_id, position);
call protect_tenants('sequence_steps');

-- A person's place in a sequence is the reaction of the step that they get next: one row, which moves from step to step and
-- gets a new id with each, because the id names the message.
alter table autoresponder_reactions
  -- Null: the message of an ordinary autoresponder, the first message of a sequence, or one that is sent again.
  add column sequence_id integer,
  add column entered_at timestamptz,
  -- The steps of which the person got the message or for which a condition did not hold.
  add column passed integer[] not null default '{}',
  -- The autoresponder whose message came before.
  add column previous_id integer,
  -- Sent again on request: nothing follows it.
  add column resent boolean not null default false,
  add check ((sequence_id is null) = (entered_at is null));
create unique index autoresponder_reactions_place on autoresponder_reactions (organization_id, sequence_id, subscriber_id)
  include (autoresponder_id) where sequence_id is not null;

-- Whoever leaves the list leaves its sequences, by whichever way, and does not go on after coming back. A message that was
-- refused for now stays for the sender to count it, but is no place any more.
create function leave_sequences() returns trigger language plpgsql as $$
begin
  if exists (select from autoresponder_reactions
      where organization_id = old.organization_id and mailing_list_id = old.mailing_list_id
        and subscriber_id = old.id and sequence_id is not null and not handed_over) then
    delete from autoresponder_reactions
    where organization_id = old.organization_id and mailing_list_id = old.mailing_list_id
      and subscriber_id = old.id and sequence_id is not null and not handed_over and attempts = 0;
    update autoresponder_reactions set sequence_id = null, entered_at = null
    where organization_id = old.organization_id and mailing_list_id = old.mailing_list_id
      and subscriber_id = old.id and sequence_id is not null and not handed_over;
  end if;
  return null;
end $$;
create trigger subscribers_leave_sequences after update of status on subscribers
  for each row when (old.status = 'active' and new.status <> 'active') execute function leave_sequences();
