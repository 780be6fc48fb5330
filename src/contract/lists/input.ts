import { trimmed } from '../values/spelling/invisible.ts'
import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { choice, flag, idField, name, text, whole } from '../api/fields.ts'
import { headerLinesField } from '../values/header-lines.ts'

/** null clears an attribute that can be empty. */

export const delayUnits = ['minutes', 'hours', 'days'] as const

export const autowinnerMetrics = [
  'opens_unique',
  'clicks_unique',
  'opens_total',
  'clicks_total',
  'click_to_open_rate',
] as const

const given = flag
  .nullable()
  .transform((value) => value ?? undefined)
  .optional()

const address = text(600)
  .transform(trimmed)
  .refine((value) => value === '' || parseEmail(value) !== null, 'is not a valid e-mail address')
  .nullable()
  .transform((value) => value ?? '')
  .optional()

const fromName = text(255)
  .refine((value) => !/\p{Cc}/u.test(value), 'cannot contain line breaks or other control characters')
  .nullable()
  .transform((value) => value ?? '')
  .optional()

const percentageProblem = 'must be between 0 and 100 with at most two decimals'

/** Digits and at most two decimals; a number is checked as JavaScript prints it. */
const percentage = z
  .union([z.number(), z.string()], percentageProblem)
  .transform(String)
  .refine((value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100, percentageProblem)
  .nullish()

const reference = text(255).nullish()

/** 0 is the System Default Route. */
const virtualMtaId = whole(0, 2_147_483_647).nullish()

/** `4@1`; any other text is not a valid id. */
const bounceEmailId = z
  .union([text(64), z.number()], 'must be a string')
  .transform(String)
  .nullish()

const attributes = {
  d_from_email: address.meta({
    description: 'The address in the From header. A campaign cannot start without one. Default: empty.',
  }),
  d_from_name: fromName.meta({ description: 'The display name in the From header. Default: empty.' }),
  d_reply_to: address.meta({
    description: 'The address in the Reply-To header. Default: empty, replies go to the From address.',
  }),
  d_sender_email: address.meta({
    description: 'The address in the Sender header. Default: empty, no such header.',
  }),
  d_speed: whole(0, 2_147_483_647)
    .nullable()
    .transform((value) => value ?? 0)
    .optional()
    .meta({ description: 'The maximum number of messages per hour. Default: 0, unlimited.' }),
  d_virtual_mta: reference.meta({
    description: 'The name of the virtual MTA that sends the messages, instead of its id.',
  }),
  d_virtual_mta_id: virtualMtaId.meta({
    description: 'The virtual MTA that sends the messages. Default: 0, the System Default Route.',
  }),
  d_url_domain: reference.meta({ description: 'The domain of the links in messages, instead of its id.' }),
  d_url_domain_id: idField.nullish().meta({
    description: "The URL domain of the links in messages. Default: null, the server's own address.",
  }),
  d_bounce_email: reference.meta({ description: 'The address to which bounces return, instead of its id.' }),
  d_bounce_email_id: bounceEmailId.meta({
    description:
      'The bounce email to which bounces return, as user id and domain id: 4@1. Default: null, they return to the sender.',
  }),
  d_seed_list_ids: z.array(idField).max(1000).nullish().meta({
    description:
      'The seed lists that get a copy of each campaign, by id. It cannot be combined with the names.',
  }),
  d_seed_list_names: z.array(text(255)).max(1000).nullish().meta({
    description:
      'The seed lists that get a copy of each campaign, by name. It cannot be combined with the ids.',
  }),
  d_autowinner_enabled: given.meta({
    description:
      'Whether several contents are tested on some recipients and the best one is sent to the rest. Default: false.',
  }),
  d_autowinner_percentage: percentage.meta({
    description:
      'The percentage of the recipients who get the test, with at most two decimals. A campaign needs more than 0 and less than 100.',
  }),
  d_autowinner_delay_amount: whole(0, 2_147_483_647)
    .nullish()
    .meta({ description: 'How long to wait after the test before the winner is chosen, in the delay unit.' }),
  d_autowinner_delay_unit: choice(delayUnits)
    .nullish()
    .meta({ description: 'The unit of the delay before the winner is chosen.' }),
  d_autowinner_metric: choice(autowinnerMetrics).nullish().meta({
    description:
      'The figure that decides the winner: opens or clicks, unique or in total, or the ratio of clicks to opens.',
  }),
  has_format: given.meta({ description: 'Whether subscribers have an email_format. Default: false.' }),
  has_confirmed: given.meta({ description: 'Whether subscribers have a confirmed flag. Default: false.' }),
  custom_headers_enabled: given.meta({
    description: 'Whether messages get the custom headers. Default: false.',
  }),
  custom_headers: headerLinesField
    .nullable()
    .transform((value) => value ?? '')
    .optional()
    .meta({
      description:
        'Extra headers of messages, one `Name: value` per line. Names: X-…, List-Help, CFBL-Address, CFBL-Feedback-ID, BIMI-Selector.',
    }),
  is_remote_list: given.meta({
    description:
      'Whether the subscribers are in an external database. System Organization only, and only at creation. Default: false.',
  }),
  database_connection_id: idField
    .nullish()
    .meta({ description: 'The database connection of a remote list. Use this or the name.' }),
  database_connection_name: reference.meta({
    description: 'The name of the database connection of a remote list. Use this or the id.',
  }),
}

export const mailingListInput = z.object({
  name: name(100).meta({ description: 'The name of the list, up to 100 characters.' }),
  ...attributes,
})

export const mailingListChanges = z.object({
  ...attributes,
  name: name(100).optional().meta({ description: 'The name of the list, up to 100 characters.' }),
  primary_key_custom_field_id: idField.nullish().meta({
    description:
      'The required text or number field that identifies subscribers. null: their address. It can only change while the list is empty.',
  }),
  preview_custom_field_data: z.record(z.string(), z.unknown()).nullish().meta({
    description:
      'Values of custom fields for previews, by field name. They are merged with the stored values; null removes one.',
  }),
})

export type MailingListInput = z.output<typeof mailingListInput>
export type MailingListChanges = z.output<typeof mailingListChanges>
