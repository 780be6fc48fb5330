-- Webhooks, and removals from suppression lists, can need an approval, too.

alter table approval_rules
  drop constraint approval_rules_kind_check,
  add constraint approval_rules_kind_check check (kind in
    ('campaign', 'autoresponder', 'import', 'export', 'bulk_change', 'erasure', 'api_key', 'rights', 'webhook', 'suppression'));
