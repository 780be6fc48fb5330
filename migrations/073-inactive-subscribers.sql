-- Who of a list is not active. With it, a segment that asks for nothing but messages, imports and the status is counted
-- from indexes alone: the key of the table has the ids, and the rows take ten times its space. Active subscribers have no
-- entry, so that imports of new ones pay only for the comparison.
create index subscribers_inactive on subscribers (organization_id, mailing_list_id, status, id) where status <> 'active';
