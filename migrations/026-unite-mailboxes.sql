-- no transaction
-- It reads large tables, and locks only the rows of people with an internationalized domain (021).
call unite_mailboxes();
