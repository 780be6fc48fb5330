-- Statistics say how many rows a list, a campaign or an autoresponder has, and of one that is younger than they are, that
-- it has none. By default they are renewed once a tenth of a table has changed: of a hundred million deliveries, after ten
-- campaigns to a million (docs/decisions/080).
alter table subscribers set (autovacuum_analyze_scale_factor = 0.02);
alter table deliveries set (autovacuum_analyze_scale_factor = 0.02);
alter table message_responses set (autovacuum_analyze_scale_factor = 0.02);
alter table autoresponder_reactions set (autovacuum_analyze_scale_factor = 0.02);
alter table waiting_recipients set (autovacuum_analyze_scale_factor = 0.02);
