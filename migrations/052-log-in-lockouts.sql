-- Of a failure that counts for an account: so that an administrator sees that it is locked, and ends the lock. Null: of a network.
alter table log_in_failures add column account_hmac bytea;
create index log_in_failures_account on log_in_failures (account_hmac, failed_at) where account_hmac is not null;
