-- How many of the added are not active, by their status in the file.
alter table subscriber_imports
  add column added_unsubscribed bigint not null default 0,
  add column added_scomp bigint not null default 0,
  add column added_bounced bigint not null default 0,
  add column added_deactivated bigint not null default 0;
