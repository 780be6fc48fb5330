-- A webhook that reports some mailing lists only, such as one that a caller of these lists has made.
-- No policy: what such a caller does is reported to all webhooks. The rows of the resource are limited (src/store/webhooks/rows.ts).
alter table webhooks
  -- null: all lists, and what belongs to none.
  add column mailing_list_ids integer[];
