alter table organizations
  drop constraint organizations_forced_unsub_tag_mode_check,
  add constraint organizations_forced_unsub_tag_mode_check
    check (forced_unsub_tag_mode in ('default', 'append_if_missing', 'require'));
