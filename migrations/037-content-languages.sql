-- How a content is read (src/contract/campaigns/language.ts). What was written before is read as before.
alter table campaign_contents
  add column language text not null default 'codes' check (language in ('codes', 'liquid'));
alter table autoresponders
  add column content_language text not null default 'codes' check (content_language in ('codes', 'liquid'));
