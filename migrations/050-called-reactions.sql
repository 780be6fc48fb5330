-- Whether a call named the autoresponder. Such a message leaves also when what the autoresponder waits for has not happened.
alter table autoresponder_reactions add column called boolean not null default false;
