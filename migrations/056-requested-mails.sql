-- Mails that somebody asks for who may not own the mailbox: confirmations of web forms, their reminders, changes of addresses.
-- How many each mailbox got within a day, across organizations. By an HMAC: the rows do not show whose they are.
create table requested_mails (
  mailbox_hmac bytea primary key,
  mails smallint not null default 0 check (mails >= 0),
  -- Of the first of them.
  since timestamptz not null default now()
);
create index requested_mails_since on requested_mails (since);
call protect_server('requested_mails');
