-- How many subscribers of each status a list had at the end of a day, in UTC: for growth over time. Upkeep copies the
-- counts each hour, so imports pay nothing for it.
create table subscriber_counts_by_day (
  organization_id integer not null,
  mailing_list_id integer not null,
  day date not null,
  active bigint not null,
  unsubscribed bigint not null,
  scomp bigint not null,
  bounced bigint not null,
  deactivated bigint not null,
  primary key (organization_id, day, mailing_list_id),
  foreign key (organization_id, mailing_list_id) references mailing_lists (organization_id, id) on delete cascade
);
create index subscriber_counts_by_day_list on subscriber_counts_by_day (organization_id, mailing_list_id);
call protect_tenants('subscriber_counts_by_day');

