-- Everything that an administrator sets about an organization (specification, section 2.5).

alter table organizations
  add column anniversary_day smallint not null default 1 check (anniversary_day between 1 and 31),
  -- The Rails name that the zone was given by, where it was: several of them are one IANA zone.
  add column time_zone_label text,
  add column html_header text not null default '',
  add column html_footer text not null default '',
  add column text_header text not null default '',
  add column text_footer text not null default '',
  add column custom_headers text not null default '',
  add column distribute_removals boolean not null default false,
  add column unsub_suppression_list_id integer,
  add column bounce_suppression_list_id integer,
  add column scomp_suppression_list_id integer,
  add column sending_quota_mode text not null default 'no_limit'
    check (sending_quota_mode in ('no_limit', 'visible_limit', 'hidden_limit', 'fixed_credits')),
  add column sending_quota_limit bigint check (sending_quota_limit >= 0),
  -- Per cent on top of the limit.
  add column sending_quota_overage integer not null default 0 check (sending_quota_overage between 0 and 10000),
  add column sending_quota_notify boolean not null default false,
  -- The day, in UTC, of the last mail to the administrators about the subscriber quota: one a day.
  add column subscriber_quota_notified_on date,
  add column forced_unsub_tag_mode text not null default 'default',
  add column virtual_mta_mode text not null default 'select_any',
  add column bounce_email_mode text not null default 'select_any',
  add column bounce_email_user_id integer,
  add column bounce_email_domain_id integer,
  add column url_domain_mode text not null default 'select_any',
  add column url_domain_id integer,
  add column email_address_mode text not null default 'select_any',
  add column special_sending_rule_mode text not null default 'select_any',
  add column speed_mode text not null default 'select_any',
  add column can_edit_header_and_footer boolean not null default true,
  add check (sending_quota_mode in ('no_limit', 'fixed_credits') or sending_quota_limit is not null),
  add check (forced_unsub_tag_mode in ('default')),
  add check (virtual_mta_mode in ('select_any', 'select_some', 'hide_one', 'none')),
  add check (bounce_email_mode in ('select_any', 'select_some', 'hide_one', 'none')),
  add check (url_domain_mode in ('select_any', 'select_some', 'hide_one', 'none')),
  add check (email_address_mode in ('select_any', 'select_some', 'hide_one', 'none')),
  add check (special_sending_rule_mode in ('select_any', 'select_some', 'hide_one', 'none')),
  add check (speed_mode in ('select_any', 'select_some', 'hide_one', 'none')),
  add check ((bounce_email_user_id is null) = (bounce_email_domain_id is null)),
  add foreign key (id, unsub_suppression_list_id) references suppression_lists (organization_id, id),
  add foreign key (id, bounce_suppression_list_id) references suppression_lists (organization_id, id),
  add foreign key (id, scomp_suppression_list_id) references suppression_lists (organization_id, id),
  add foreign key (id, bounce_email_user_id, bounce_email_domain_id)
    references bounce_emails (organization_id, user_id, domain_id),
  add foreign key (id, url_domain_id) references url_domains (organization_id, id);

-- What `permissions.virtual_mta` lets an organization choose from when its mode is select_some.
create table organization_virtual_mtas (
  organization_id integer not null references organizations,
  virtual_mta_id integer not null,
  primary key (organization_id, virtual_mta_id),
  foreign key (organization_id, virtual_mta_id) references virtual_mtas (organization_id, id)
);

call protect_tenants('organization_virtual_mtas');
