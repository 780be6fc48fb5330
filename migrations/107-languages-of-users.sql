-- The language that a user reads the console and mails about the account in. null: the one that the browser asks for.
alter table users add column language text;
