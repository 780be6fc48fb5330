-- What readers decide on the page of their preferences, and what a list shows them there.

create table list_preferences (
  organization_id integer not null,
  mailing_list_id integer not null,
  -- Whether readers of any list of the organization see this one on the page, and can join it.
  is_public boolean not null default false,
  -- Empty: the name of the list.
  public_name text not null default '',
  description text not null default '',
  primary key (organization_id, mailing_list_id),
  foreign key (organization_id, mailing_list_id) references mailing_lists (organization_id, id) on delete cascade
);

-- The fields of a list that its subscribers can change themselves.
create table editable_fields (
  organization_id integer not null,
  mailing_list_id integer not null,
  custom_field_id integer not null,
  primary key (organization_id, mailing_list_id, custom_field_id),
  foreign key (organization_id, mailing_list_id) references mailing_lists (organization_id, id) on delete cascade,
  foreign key (organization_id, custom_field_id) references custom_fields (organization_id, id) on delete cascade
);
-- For the deletion of fields.
create index editable_fields_field on editable_fields (organization_id, custom_field_id);

-- The texts of public pages that are different for a list.
create table public_texts (
  organization_id integer not null,
  mailing_list_id integer not null,
  language text not null check (language in ('en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt')),
  -- A key of src/contract/responses/words.ts.
  key text not null check (char_length(key) <= 100),
  text text not null check (text <> '' and char_length(text) <= 1000),
  primary key (organization_id, mailing_list_id, language, key),
  foreign key (organization_id, mailing_list_id) references mailing_lists (organization_id, id) on delete cascade
);

-- Subscribers whom no campaign and no autoresponder of the list reaches until then. No foreign key to the big table:
-- upkeep deletes what is over.
create table subscriber_pauses (
  organization_id integer not null references organizations,
  mailing_list_id integer not null,
  subscriber_id bigint not null,
  paused_until timestamptz not null,
  paused_at timestamptz not null default now(),
  -- Of the reader; null: by a call.
  ip text,
  primary key (organization_id, mailing_list_id, subscriber_id)
);
create index subscriber_pauses_until on subscriber_pauses (paused_until);

call protect_tenants('list_preferences');
call protect_tenants('editable_fields');
call protect_tenants('public_texts');
call protect_tenants('subscriber_pauses');
