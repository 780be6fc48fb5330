-- Contents as blocks, from which the server compiled their HTML and text (src/contract/blocks/document.ts).
-- null: the parts were written by hand.

alter table campaign_contents add column document jsonb check (jsonb_typeof(document) = 'object');
alter table autoresponders add column content_document jsonb check (jsonb_typeof(content_document) = 'object');
