-- What a digest is of. Null: of any kind, which a server of the previous release has added.
alter table system_suppressions
  add column kind text check (kind in ('address', 'domain', 'md5', 'sha256'));

update system_suppressions y set kind = case
    when strpos(a.key, '@') = 1 then 'domain' when strpos(a.key, '@') > 0 then 'address'
    when length(a.key) = 32 then 'md5' else 'sha256' end
from suppressed_addresses a
where a.organization_id = 1 and a.suppression_list_id = y.suppression_list_id
  and y.digest = sha256(convert_to(a.key, 'UTF8'));

create index system_suppressions_kind on system_suppressions (kind);
