-- Autoresponders to their end: what they refer to, what set them off, and their messages on the way out.

alter table campaigns add unique (organization_id, mailing_list_id, id);

-- A list's autoresponder writes to subscribers of that list, about what that list was sent.
alter table autoresponders
  add foreign key (organization_id, mailing_list_id, segmentation_criteria_id)
    references segments (organization_id, mailing_list_id, id),
  add foreign key (organization_id, mailing_list_id, trigger_campaign_to_open_id)
    references campaigns (organization_id, mailing_list_id, id),
  add foreign key (organization_id, mailing_list_id, trigger_campaign_to_click_id)
    references campaigns (organization_id, mailing_list_id, id);
create index autoresponders_campaign_opened on autoresponders (organization_id, trigger_campaign_to_open_id)
  where trigger_campaign_to_open_id is not null;
create index autoresponders_campaign_clicked on autoresponders (organization_id, trigger_campaign_to_click_id)
  where trigger_campaign_to_click_id is not null;
create index autoresponders_segment on autoresponders (organization_id, segmentation_criteria_id)
  where segmentation_criteria_id is not null;

-- What an open or a click has set off: once for each autoresponder, subscriber and source, however often one clicks.
create table reaction_causes (
  organization_id integer not null,
  autoresponder_id integer not null,
  subscriber_id bigint not null,
  -- Whose message was opened or clicked: one of the two.
  campaign_id integer,
  source_autoresponder_id integer,
  check (num_nonnulls(campaign_id, source_autoresponder_id) = 1),
  unique nulls not distinct
    (organization_id, autoresponder_id, subscriber_id, campaign_id, source_autoresponder_id),
  foreign key (organization_id, autoresponder_id) references autoresponders (organization_id, id)
);

-- The row is the job. Whoever holds the lease names itself by a number of its own; a row that was marked as handed over
-- is never taken again, for nobody knows whether its message left: when its lease is over, that is written down.
alter table autoresponder_reactions
  add column holder bigint,
  add column leased_until timestamptz,
  add column handed_over boolean not null default false,
  -- Set aside for it of what the organization may send.
  add column reserved boolean not null default false,
  -- Times that a server said: not now.
  add column attempts smallint not null default 0,
  add column next_attempt_at timestamptz,
  add check ((holder is null) = (leased_until is null)),
  add check (holder is not null or not handed_over),
  add check (handed_over or not reserved);
create index autoresponder_reactions_ready on autoresponder_reactions
  (organization_id, autoresponder_id, greatest(due_at, next_attempt_at, leased_until));
create index autoresponder_reactions_handed_over on autoresponder_reactions (leased_until) where handed_over;

-- Whose turn it is: the organization that was served longest ago, of it the autoresponder that was.
create table reaction_turns (
  organization_id integer not null,
  autoresponder_id integer not null,
  served_at timestamptz not null,
  -- Not before: a quota that is used up, a server that does not answer.
  waits_until timestamptz,
  -- Why it stands still although nobody paused it: '' while it does not.
  waiting_for text not null default '',
  primary key (organization_id, autoresponder_id),
  foreign key (organization_id, autoresponder_id) references autoresponders (organization_id, id)
);

call protect_tenants('reaction_causes');
call protect_tenants('reaction_turns');
