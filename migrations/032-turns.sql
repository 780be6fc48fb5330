-- Organizations take turns with campaigns and webhooks as with jobs: in one table, by the name of the queue.

insert into job_turns (organization_id, queue, served_at)
select organization_id, 'campaigns', served_at from sending_turns
union all
select organization_id, 'webhooks', served_at from webhook_turns;

drop table sending_turns;
drop table webhook_turns;
