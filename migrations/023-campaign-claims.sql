-- Campaigns that a sender may take are looked for all the time, among all that ever were. A claim asks for both states
-- at once, and none of the indexes for one of them answered: each claim read the whole table.
drop index campaigns_due;
drop index campaigns_claimable;
create index campaigns_claimable on campaigns (organization_id, id)
  where state in ('scheduled', 'sending') and not paused;
