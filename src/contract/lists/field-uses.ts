import { z } from 'zod'
import { estimateSchema } from '../api/figures.ts'
import { endpoint } from '../api/endpoint.ts'

/** Of each kind. */
export const fieldUsesMax = 100

const use = z.object({
  type: z.string(),
  id: z.int(),
  name: z.string(),
  mailing_list_id: z.int().nullable(),
})

export const showCustomFieldUses = endpoint({
  id: 'showCustomFieldUses',
  tag: 'Custom fields',
  role: 'standard',
  method: 'GET',
  path: 'custom_fields/:id/uses',
  aliases: ['mailing_lists/:mailing_list_id/custom_fields/:id/uses'],
  costly: true,
  summary: `Show what is lost with a custom field: values, and up to ${fieldUsesMax} records of each kind that use it`,
  paged: 'none',
  data: z
    .object({
      subscribers: z.int().nullable().meta({
        description: 'The number of subscribers with a value; null if counting takes longer than a second.',
      }),
      subscribers_estimate: estimateSchema.meta({ description: 'Instead of it, for the field of one list.' }),
      dependencies: z.array(use).meta({
        description:
          'The records that prevent its deletion: MailingList (its primary key), SubscriberImport and SubscriberExport ' +
          '(unfinished), Segment, SpecialSendingRule, Campaign and Template (their time zone).',
      }),
      mentions: z.array(use).meta({
        description:
          'The records that go on without the field: WebForm, MailingList (the page on which its subscribers change ' +
          'their details), SpecialSendingRule (its time zone), and by its replacement code Campaign (unfinished), ' +
          'Template, Autoresponder (its own message or that of a step) and Organization (header and footer).',
      }),
    })
    .meta({ id: 'CustomFieldUses' }),
})

export type FieldUses = z.output<(typeof showCustomFieldUses)['data']>
export type FieldUse = z.output<typeof use>
