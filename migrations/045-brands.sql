-- What readers see of an organization on its public pages, and what is different for one of its lists.

create table brands (
  organization_id integer not null references organizations,
  -- Null: of the organization. What a list leaves empty is as in the organization.
  mailing_list_id integer,
  name text not null default '',
  color text check (color ~ '^#[0-9a-f]{6}$'),
  logo_asset_id integer,
  imprint text not null default '',
  imprint_url text not null default '',
  -- Null: as the reader's browser asks.
  language text check (language in ('en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt')),
  unique nulls not distinct (organization_id, mailing_list_id),
  foreign key (organization_id, mailing_list_id) references mailing_lists (organization_id, id) on delete cascade,
  foreign key (organization_id, logo_asset_id) references assets (organization_id, id)
    on delete set null (logo_asset_id)
);
-- For the deletion of pictures.
create index brands_logo on brands (organization_id, logo_asset_id) where logo_asset_id is not null;

call protect_tenants('brands');
