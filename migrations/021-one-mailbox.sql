-- The key of an address has its domain in ASCII: `ann@bücher.example` and `ann@xn--bcher-kva.example` are one mailbox.
-- The functions below are those of src/contract/values/spelling/domain-names.ts; src/store/subscribers/address-keys.test.ts
-- compares them.

create function punycode_bias(delta bigint, length integer, is_first boolean) returns integer
language plpgsql immutable parallel safe set search_path from current as $$
declare
  rest bigint := delta / case when is_first then 700 else 2 end;
  bias integer := 0;
begin
  rest := rest + rest / length;
  while rest > 455 loop
    rest := rest / 35;
    bias := bias + 36;
  end loop;
  return bias + 36 * rest / (rest + 38);
end $$;

create function ascii_label(label text) returns text language plpgsql immutable parallel safe set search_path from current as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  codes integer[] := (
    select array_agg(ascii(letter) order by place)
    from unnest(string_to_array(label, null)) with ordinality given (letter, place));
  basic text := (
    select coalesce(string_agg(letter, '' order by place), '')
    from unnest(string_to_array(label, null)) with ordinality given (letter, place) where ascii(letter) < 128);
  written text := basic || case when basic = '' then '' else '-' end;
  done integer := length(basic);
  next_code integer := 128;
  before integer;
  code integer;
  delta bigint := 0;
  rest bigint;
  bias integer := 72;
  step integer;
  threshold integer;
begin
  if octet_length(label) = length(label) then return label; end if;
  while done < cardinality(codes) loop
    before := next_code;
    select min(one) into next_code from unnest(codes) given (one) where one >= before;
    delta := delta + (next_code - before)::bigint * (done + 1);
    foreach code in array codes loop
      if code < next_code then delta := delta + 1; end if;
      continue when code <> next_code;
      rest := delta;
      step := 36;
      loop
        threshold := least(greatest(step - bias, 1), 26);
        exit when rest < threshold;
        written := written || substr(digits, (threshold + (rest - threshold) % (36 - threshold) + 1)::integer, 1);
        rest := (rest - threshold) / (36 - threshold);
        step := step + 36;
      end loop;
      written := written || substr(digits, rest::integer + 1, 1);
      bias := punycode_bias(delta, done + 1, done = length(basic));
      delta := 0;
      done := done + 1;
    end loop;
    delta := delta + 1;
    next_code := next_code + 1;
  end loop;
  return 'xn--' || written;
end $$;

-- A label that is not what `ascii_label` writes stays.
create function label_in_letters(label text) returns text language plpgsql immutable parallel safe set search_path from current as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  given constant text := substr(label, 5);
  dash integer := length(given) - coalesce(nullif(strpos(reverse(given), '-'), 0), length(given) + 1) + 1;
  letters text := left(given, greatest(dash - 1, 0));
  code bigint := 128;
  place bigint := 0;
  before bigint;
  weight bigint;
  digit integer;
  bias integer := 72;
  step integer;
  threshold integer;
  at integer := dash + 1;
begin
  if left(label, 4) <> 'xn--' then return label; end if;
  while at <= length(given) loop
    before := place;
    weight := 1;
    step := 36;
    loop
      digit := strpos(digits, substr(given, at, 1)) - 1;
      if digit < 0 or at > length(given) then return label; end if;
      at := at + 1;
      place := place + digit * weight;
      if place > 1114111 * (length(letters) + 1) then return label; end if;
      threshold := least(greatest(step - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
    end loop;
    bias := punycode_bias(place - before, length(letters) + 1, before = 0);
    code := code + place / (length(letters) + 1);
    place := place % (length(letters) + 1);
    if code > 1114111 or code between 55296 and 57343 then return label; end if;
    letters := left(letters, place::integer) || chr(code::integer) || substr(letters, place::integer + 1);
    place := place + 1;
  end loop;
  return case when ascii_label(letters) = label then letters else label end;
end $$;

create function international_address_key(address text) returns text language sql immutable parallel safe
  return lower(substring(address from '^.*@')) || (
    select string_agg(ascii_label(label), '.' order by place)
    from unnest(string_to_array(normalize(lower(substring(address from '[^@]*$')), nfc), '.'))
      with ordinality given (label, place));

-- Of an address or `@domain`. Its parts are bound when it is made: an index is built without a search path. Inlined, so that those in ASCII cost what `lower` costs.
create function address_key(address text) returns text language sql immutable parallel safe
  return case when octet_length(address) = length(address) then lower(address)
    else international_address_key(address) end;

create function international_address_in_letters(key text) returns text language sql immutable parallel safe
  return substring(key from '^.*@') || (
    select string_agg(label_in_letters(label), '.' order by place)
    from unnest(string_to_array(substring(key from '[^@]*$'), '.')) with ordinality given (label, place));

-- The other spelling of a key, which somebody may have hashed. null: there is none.
create function address_in_letters(key text) returns text language sql immutable parallel safe as $$
  select case when strpos(key, 'xn--') > 0 then nullif(international_address_in_letters(key), key) end $$;

-- Today's keys. People of one list who are one mailbox become the person who came first: the strongest reason to get no
-- mail counts for both, values that the first one has stay, and an event in the audit log names them. It reads first and
-- writes the few rows by their keys, so that no row is locked for long; it can be repeated. 026 calls it.
create procedure unite_mailboxes() language plpgsql as $$
declare
  united_people integer;
  twin_accounts integer;
begin
  perform set_config('quiver.scope', 'everywhere', true);
  create temporary table new_keys on commit drop as
    select s.organization_id, s.mailing_list_id, s.id, address_key(s.key) as key
    from subscribers s
    join mailing_lists l on l.organization_id = s.organization_id and l.id = s.mailing_list_id
    where l.primary_key_custom_field_id is null and octet_length(s.key) <> length(s.key);
  create temporary table new_suppressed on commit drop as
    select organization_id, suppression_list_id, id, address_key(key) as key from suppressed_addresses
    where octet_length(key) <> length(key);
  create temporary table new_sign_ups on commit drop as
    select organization_id, mailing_list_id, id, address_key(email_key) as key from sign_ups
    where octet_length(email_key) <> length(email_key);
  create temporary table new_consents on commit drop as
    select organization_id, id, address_key(email_key) as key from consents
    where octet_length(email_key) <> length(email_key);
  create temporary table new_users on commit drop as
    select organization_id, id, email_key as old_key, address_key(email_key) as key from users
    where octet_length(email_key) <> length(email_key);
  analyze new_keys, new_suppressed, new_sign_ups, new_consents, new_users;

  -- Everybody of a mailbox that has several people.
  create temporary table twins on commit drop as
    select *, min(id) over mailbox as kept_id from (
      select s.*, n.key as new_key, count(*) over (partition by s.organization_id, s.mailing_list_id, n.key) as mailbox_people
      from (
        select organization_id, mailing_list_id, key, id from new_keys
        union
        select o.organization_id, o.mailing_list_id, o.key, o.id
        from new_keys k
        join subscribers o on o.organization_id = k.organization_id and o.mailing_list_id = k.mailing_list_id
          and o.key = k.key collate "C") n
      join subscribers s on s.organization_id = n.organization_id and s.mailing_list_id = n.mailing_list_id and s.id = n.id) found
    where mailbox_people > 1
    window mailbox as (partition by organization_id, mailing_list_id, new_key);
  create temporary table united on commit drop as
    select organization_id, mailing_list_id, kept_id as id,
      jsonb_agg(id order by id) as ids, jsonb_agg(status order by id) as statuses,
      (array_agg(status order by strength, id))[1] as status,
      (array_agg(remove_time order by strength, id))[1] as remove_time,
      (array_agg(remove_ip order by strength, id))[1] as remove_ip,
      (array_agg(custom_fields order by id desc))[1] as later_fields
    from (
      select t.*, array_position(array['scomp', 'unsubscribed', 'deactivated', 'bounced', 'active'], t.status) as strength
      from twins t) ranked
    group by organization_id, mailing_list_id, kept_id;
  create temporary table gone on commit drop as
    select organization_id, mailing_list_id, id, kept_id, status from twins where id <> kept_id;
  analyze twins, united, gone;

  insert into audit_events (organization_id, kind, subject_type, subject_id, details)
  select organization_id, 'subscriber.united', 'Subscriber', id,
    jsonb_build_object('mailing_list_id', mailing_list_id, 'subscriber_ids', ids, 'statuses', statuses, 'status', status)
  from united;

  -- What people agreed to and decided follows them; what waits to be sent to the later one is dropped.
  update consents c set subscriber_id = g.kept_id from gone g
  where c.organization_id = g.organization_id and c.mailing_list_id = g.mailing_list_id and c.subscriber_id = g.id;
  insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until, paused_at, ip)
  select distinct on (g.organization_id, g.mailing_list_id, g.kept_id)
    g.organization_id, g.mailing_list_id, g.kept_id, p.paused_until, p.paused_at, p.ip
  from gone g
  join subscriber_pauses p on p.organization_id = g.organization_id and p.mailing_list_id = g.mailing_list_id
    and p.subscriber_id = g.id
  order by g.organization_id, g.mailing_list_id, g.kept_id, p.paused_until desc
  on conflict (organization_id, mailing_list_id, subscriber_id) do update
  set paused_until = greatest(subscriber_pauses.paused_until, excluded.paused_until);
  delete from subscriber_pauses p using gone g
  where p.organization_id = g.organization_id and p.mailing_list_id = g.mailing_list_id and p.subscriber_id = g.id;
  -- An undo must not make them active.
  insert into repeated_departures (organization_id, mailing_list_id, subscriber_id)
  select organization_id, mailing_list_id, id from united where status <> 'active'
  on conflict (organization_id, mailing_list_id, subscriber_id) do nothing;
  delete from address_changes c using gone g
  where c.organization_id = g.organization_id and c.mailing_list_id = g.mailing_list_id and c.subscriber_id = g.id;
  delete from autoresponder_reactions r using gone g
  where r.organization_id = g.organization_id and r.mailing_list_id = g.mailing_list_id and r.subscriber_id = g.id
    and not r.handed_over;
  delete from remote_identities r using gone g
  where r.organization_id = g.organization_id and r.mailing_list_id = g.mailing_list_id and r.subscriber_id = g.id;

  delete from subscribers s using gone g
  where s.organization_id = g.organization_id and s.mailing_list_id = g.mailing_list_id and s.id = g.id;
  update subscribers s
  set status = u.status, remove_time = case when s.status = u.status then s.remove_time else u.remove_time end,
    remove_ip = case when s.status = u.status then s.remove_ip else u.remove_ip end,
    custom_fields = u.later_fields || s.custom_fields
  from united u
  where s.organization_id = u.organization_id and s.mailing_list_id = u.mailing_list_id and s.id = u.id;
  update subscribers s set key = n.key, email = coalesce(s.email, s.key)
  from new_keys n
  where s.organization_id = n.organization_id and s.mailing_list_id = n.mailing_list_id and s.id = n.id;

  delete from suppressed_addresses a using new_suppressed n
  where a.organization_id = n.organization_id and a.suppression_list_id = n.suppression_list_id and a.id = n.id
    and exists (
      select from suppressed_addresses o
      where o.organization_id = n.organization_id and o.suppression_list_id = n.suppression_list_id
        and o.key = n.key collate "C");
  update suppressed_addresses a set key = n.key from new_suppressed n
  where a.organization_id = n.organization_id and a.suppression_list_id = n.suppression_list_id and a.id = n.id;

  -- Of two submissions that wait, the one in Punycode stays.
  delete from sign_ups s using new_sign_ups n
  where s.organization_id = n.organization_id and s.id = n.id and exists (
    select from sign_ups o
    where o.organization_id = n.organization_id and o.mailing_list_id = n.mailing_list_id and o.email_key = n.key);
  update sign_ups s set email_key = n.key from new_sign_ups n
  where s.organization_id = n.organization_id and s.id = n.id;
  update consents c set email_key = n.key from new_consents n
  where c.organization_id = n.organization_id and c.id = n.id;

  -- Of two users, the one in letters cannot log in until an administrator gives one of them another address: nobody may get
  -- the rights of the other.
  create temporary table twin_users on commit drop as
    select n.organization_id, n.id from new_users n
    where exists (select from users o where o.email_key = n.key collate "C");
  insert into audit_events (organization_id, kind, subject_type, subject_id, details)
  select t.organization_id, 'user.address_taken', 'User', t.id, '{"by": "a user with the same mailbox, in Punycode"}'
  from twin_users t
  where not exists (
    select from audit_events e
    where e.organization_id = t.organization_id and e.kind = 'user.address_taken' and e.subject_id = t.id);
  delete from new_users n using twin_users t where t.organization_id = n.organization_id and t.id = n.id;
  update taken_names t set name = n.key from new_users n
  where t.kind = 'log_in' and t.organization_id = n.organization_id and t.user_id = n.id and t.name = n.old_key collate "C";
  update users u set email_key = n.key from new_users n where u.organization_id = n.organization_id and u.id = n.id;

  -- Last, as everywhere: the row is locked for a moment.
  update subscriber_counts c
  set active = c.active + d.active, unsubscribed = c.unsubscribed + d.unsubscribed, scomp = c.scomp + d.scomp,
    bounced = c.bounced + d.bounced, deactivated = c.deactivated + d.deactivated
  from (
    select organization_id, mailing_list_id,
      sum(number) filter (where status = 'active') as active,
      sum(number) filter (where status = 'unsubscribed') as unsubscribed,
      sum(number) filter (where status = 'scomp') as scomp,
      sum(number) filter (where status = 'bounced') as bounced,
      sum(number) filter (where status = 'deactivated') as deactivated
    from (
      select organization_id, mailing_list_id, status, 1 as number from united
      union all
      select organization_id, mailing_list_id, status, -1 from twins
      union all
      select distinct u.organization_id, u.mailing_list_id, any_status.status, 0
      from united u cross join unnest(array['active', 'unsubscribed', 'scomp', 'bounced', 'deactivated']) any_status (status)) changes
    group by organization_id, mailing_list_id) d
  where c.organization_id = d.organization_id and c.mailing_list_id = d.mailing_list_id;

  united_people := (select count(*) from gone);
  twin_accounts := (select count(*) from twin_users);
  if united_people > 0 then
    raise warning '% subscribers had the address of another one of their list, with its domain in the other spelling, and were united with them: see the audit events subscriber.united', united_people;
  end if;
  if twin_accounts > 0 then
    raise warning '% users have the address of another one, with its domain in the other spelling, and cannot log in: see the audit events user.address_taken, and give them another address', twin_accounts;
  end if;
end $$;

-- Submissions of a form whose link was mailed, and which a later one has replaced: each link confirms what it was mailed for.
create table earlier_sign_ups (
  organization_id integer not null,
  sign_up_id bigint not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  web_form_id integer not null,
  email text not null,
  custom_fields jsonb not null,
  consent_version integer not null,
  language text not null,
  given_at timestamptz not null,
  given_ip text not null,
  expires_at timestamptz not null,
  -- The link, or that of a later submission, was used.
  confirmed_at timestamptz,
  primary key (organization_id, token_hash),
  foreign key (organization_id, sign_up_id) references sign_ups (organization_id, id) on delete cascade,
  foreign key (organization_id, web_form_id, consent_version)
    references consent_texts (organization_id, web_form_id, version)
);
create index earlier_sign_ups_latest on earlier_sign_ups (organization_id, sign_up_id);
call protect_tenants('earlier_sign_ups');
