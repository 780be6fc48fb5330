-- When the first bounce, complaint and unsubscription of each person came, and how bad that bounce was. null: from before
-- these columns.
alter table message_responses
  add column first_bounced_at timestamptz,
  add column bounce_severity text check (bounce_severity in ('hard', 'soft', 'other')),
  add column first_complained_at timestamptz,
  add column first_unsubscribed_at timestamptz;
