-- A campaign sends before its recipients are counted (decision 114).
alter table campaign_stats
  -- What recipients_total is. `counting`: how many there are at least, those with ids up to counted_until; `about`: counting was
  -- given up, and it is estimated.
  add column recipients_total_is text not null default 'exact' check (recipients_total_is in ('counting', 'about', 'exact')),
  add column counted_until bigint not null default 0,
  -- In how many attempts in turn nothing could be counted in time.
  add column count_failures smallint not null default 0;
