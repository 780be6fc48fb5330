import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { estimateSchema } from '../api/figures.ts'
import { choice, flag, idField, text } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { subscriberStatuses } from '../imports/states.ts'
import { bulkActions, bulkStates, bulkStatuses, chosenMax, problemsMax } from './bulk-states.ts'

const selectionInput = z
  .strictObject({
    subscriber_ids: z
      .array(z.union([z.int().min(1), z.string().regex(/^\d{1,15}$/, 'must be an id')]).transform(Number))
      .min(1, 'cannot be empty')
      .max(chosenMax)
      .optional()
      .meta({ description: `The ids of up to ${chosenMax} subscribers of the list.` }),
    all: flag.optional().meta({
      description:
        'true: all subscribers of the list that match the other attributes. Without them, the whole list.',
    }),
    q: text(255).nullish().meta({
      description: 'Only addresses that begin like this, or whose domain does after an @. Case is ignored.',
    }),
    status: choice(subscriberStatuses).nullish().meta({ description: 'Only subscribers with this status.' }),
    segment_id: idField.nullish().meta({
      description: 'Only subscribers in this segment of the list, as it is when the bulk change is created.',
    }),
  })
  .superRefine(({ subscriber_ids: ids, all, q, status, segment_id: segment }, context) => {
    if ((ids === undefined) === (all !== true))
      context.addIssue('must have either subscriber_ids or all: true')
    const others = [q, status, segment].some((one) => one !== undefined && one !== null)
    if (ids !== undefined && others) context.addIssue('can have q, status and segment_id only with all: true')
  })
  .meta({ description: 'The subscribers to change: subscriber_ids, or all with what they have in common.' })

export type BulkSelectionInput = z.output<typeof selectionInput>

export const bulkChangeInput = z.object({
  selection: selectionInput,
  action: choice(bulkActions).meta({
    description:
      'set_status, set_field (one custom field), delete, or copy (to another list, where those who are on it stay as they are).',
  }),
  status: choice(bulkStatuses)
    .nullish()
    .meta({
      description:
        'For set_status: unsubscribed changes active and deactivated subscribers, deactivated only active ones, and active ' +
        'only bounced and deactivated ones. Others keep their status.',
    }),
  despite_departure: flag.nullish().meta({
    description:
      'For the status active: whether subscribers who left or complained become active, too. Default: false.',
  }),
  custom_field_id: idField
    .nullish()
    .meta({ description: 'For set_field: the custom field. It cannot be the primary key of the list.' }),
  value: z
    .unknown()
    .optional()
    .meta({ description: 'For set_field: the new value, as in a subscriber. null and "" clear the field.' }),
  to_mailing_list_id: idField.nullish().meta({
    description:
      'For copy: the list to which active subscribers are copied, with the fields that it has by the same name and type.',
  }),
  skip_autoresponders: flag.nullish().meta({
    description: 'For copy: whether to trigger no autoresponders of the other list. Default: false.',
  }),
})

export type BulkChangeInput = z.output<typeof bulkChangeInput>

const time = z.iso.datetime({ offset: true })
const named = z.object({ id: z.int(), name: z.string() })

export const bulkChangeSchema = z
  .object({
    id: z.int(),
    mailing_list: named,
    state: z.enum(bulkStates),
    action: z.enum(bulkActions),
    status: z.enum(bulkStatuses).nullable(),
    custom_field: named
      .nullable()
      .meta({ description: 'The field that is set, with the name that it had when the change was created.' }),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({ description: 'The value that the field gets. null: none.' }),
    to_mailing_list: named.nullable().meta({
      description: 'The list that people are copied to. null: none, or one that the caller does not see.',
    }),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    error_message: z.string().nullable(),
    stats: z.object({
      people_total: z.int().nullable().meta({
        description: 'How many subscribers are selected. null: not counted yet, or counting took too long.',
      }),
      people_done: z.int().meta({ description: 'How many of them have been processed.' }),
      people_changed: z.int().meta({ description: 'How many were changed, deleted or copied.' }),
      people_failed: z.int().meta({ description: 'How many could not be changed, copied or activated.' }),
    }),
    problems: z
      .array(z.object({ subscriber_id: z.int(), problem: z.string() }))
      .meta({ description: `Why subscribers could not be changed: the first ${problemsMax}.` }),
  })
  .meta({ id: 'SubscriberBulkChange' })

export type BulkChangeRecord = z.input<typeof bulkChangeSchema>

const common = { tag: 'Subscribers', role: 'standard', paged: 'none' } as const
const list = 'mailing_lists/:mailing_list_id/subscriber_bulk_changes'
const anyChange = ['subscriber.update', 'subscriber.delete', 'subscriber.create'] as const

export const createBulkChange = endpoint({
  ...common,
  id: 'createBulkChange',
  permission: anyChange,
  method: 'POST',
  path: list,
  summary:
    'Change many subscribers of a mailing list by a job. It follows the rules of the calls for one subscriber, with their ' +
    'webhook events and audit events, and needs their permission: subscriber.update, subscriber.delete or, to copy, ' +
    'subscriber.create',
  wrapper: 'subscriber_bulk_change',
  body: bulkChangeInput,
  data: bulkChangeSchema,
})

export const previewBulkChange = endpoint({
  ...common,
  id: 'previewBulkChange',
  permission: 'subscriber.read',
  method: 'POST',
  path: `${list}/preview`,
  costly: true,
  idempotencyKey: false,
  summary: 'Count the subscribers that a bulk change would select, by status, without changing anything',
  wrapper: 'subscriber_bulk_change',
  body: bulkChangeInput.pick({ selection: true }),
  data: z
    .object({
      people: z.int().nullable().meta({
        description:
          'The number of subscribers. Counting ends after about 5 seconds, and then a sample is read; null if there was no time for that.',
      }),
      people_is_exact: z
        .boolean()
        .meta({ description: 'false: there are at least `people`, or it is null.' }),
      people_estimate: estimateSchema,
      statuses: z
        .object({
          active: z.int(),
          bounced: z.int(),
          unsubscribed: z.int(),
          scomp: z.int(),
          deactivated: z.int(),
        })
        .nullable()
        .meta({ description: 'How many of those who were counted have each status.' }),
    })
    .meta({ id: 'SubscriberBulkChangePreview' }),
})

export const listBulkChanges = endpoint({
  ...common,
  id: 'listBulkChanges',
  permission: 'subscriber.read',
  method: 'GET',
  path: list,
  summary: 'List the bulk changes of a mailing list, newest first',
  query: pageQuery,
  paged: 'page',
  data: z.array(bulkChangeSchema),
})

export const showBulkChange = endpoint({
  ...common,
  id: 'showBulkChange',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'subscriber_bulk_changes/:id',
  summary: 'Show a bulk change with its progress',
  data: bulkChangeSchema,
})

export const cancelBulkChange = endpoint({
  ...common,
  id: 'cancelBulkChange',
  permission: anyChange,
  method: 'POST',
  path: 'subscriber_bulk_changes/:id/cancel',
  summary: 'Cancel an unfinished bulk change; what it has changed stays changed',
  data: bulkChangeSchema,
})
