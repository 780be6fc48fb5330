-- What whoever decides about a plan reads: the name of what it is about, and what the asker says about it.
alter table plans add column subject text not null default '', add column note text not null default '';
