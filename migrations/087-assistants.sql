-- What a key did through /mcp names the program that acted with it, by that program's own word. null: no such program.
alter table audit_events add column assistant text;
