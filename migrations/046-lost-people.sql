-- no transaction
-- Few of those who respond bounce, complain or leave: without it, listing them reads everybody who has opened.
create index concurrently if not exists message_responses_lost on message_responses
  (organization_id, campaign_id, autoresponder_id, subscriber_id) where bounces > 0 or scomps > 0 or unsubs > 0;
