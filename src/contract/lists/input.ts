import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { choice, flag, idField, name, text, whole } from '../api/fields.ts'
import { headerLinesField } from '../values/header-lines.ts'

/** What a caller may say about a mailing list. null clears an attribute where that means something. */

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
  .transform((value) => value.trim())
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

/** As the database keeps it: digits and at most two decimals. A number is judged by its shortest spelling. */
const percentage = z
  .union([z.number(), z.string()], percentageProblem)
  .transform(String)
  .refine((value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100, percentageProblem)
  .nullish()

const reference = text(255).nullish()

/** The System Default Route has the id 0. */
const virtualMtaId = whole(0, 2_147_483_647).nullish()

/** `4@1`; anything else names no bounce e-mail. */
const bounceEmailId = z
  .union([text(64), z.number()], 'must be a text')
  .transform(String)
  .nullish()

const attributes = {
  d_from_email: address,
  d_from_name: fromName,
  d_reply_to: address,
  d_sender_email: address,
  d_speed: whole(0, 2_147_483_647)
    .nullable()
    .transform((value) => value ?? 0)
    .optional(),
  d_virtual_mta: reference,
  d_virtual_mta_id: virtualMtaId,
  d_url_domain: reference,
  d_url_domain_id: idField.nullish(),
  d_bounce_email: reference,
  d_bounce_email_id: bounceEmailId,
  d_seed_list_ids: z.array(idField).max(1000).nullish(),
  d_seed_list_names: z.array(text(255)).max(1000).nullish(),
  d_autowinner_enabled: given,
  d_autowinner_percentage: percentage,
  d_autowinner_delay_amount: whole(0, 2_147_483_647).nullish(),
  d_autowinner_delay_unit: choice(delayUnits).nullish(),
  d_autowinner_metric: choice(autowinnerMetrics).nullish(),
  has_format: given,
  has_confirmed: given,
  custom_headers_enabled: given,
  custom_headers: headerLinesField
    .nullable()
    .transform((value) => value ?? '')
    .optional(),
  is_remote_list: given,
  database_connection_id: idField.nullish(),
  database_connection_name: reference,
}

export const mailingListInput = z.object({ name: name(100), ...attributes })

export const mailingListChanges = z.object({
  ...attributes,
  name: name(100).optional(),
  primary_key_custom_field_id: idField.nullish(),
  /** By the name of the field; merged into what is there, null takes a value away. */
  preview_custom_field_data: z.record(z.string(), z.unknown()).nullish(),
})

export type MailingListInput = z.output<typeof mailingListInput>
export type MailingListChanges = z.output<typeof mailingListChanges>
