-- Whether campaigns may carry their pictures, which multiplies the bytes that leave (docs/decisions/104).
alter table organizations add column can_embed_pictures boolean not null default false;
