import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { pageQuery } from '../api/paging.ts'
import { id } from '../api/query.ts'
import { outcomes, reasonSchema } from '../campaigns/results/outcomes.ts'

export const autoresponderOutcomeSchema = z
  .object({
    autoresponder: z.object({ id: z.int(), name: z.string() }),
    step: z
      .object({ id: z.int(), name: z.string(), position: z.int() })
      .nullable()
      .meta({ description: "Of a sequence. null: the autoresponder's own message." }),
    paused: z.boolean(),
    outcome: z
      .enum(outcomes)
      .meta({ description: 'Of the message that waits, otherwise of the one that was sent last.' }),
    reasons: z.array(reasonSchema).meta({ description: 'What is recorded first; never empty.' }),
  })
  .meta({ id: 'AutoresponderOutcome' })

export const listAutoresponderOutcomes = endpoint({
  id: 'listAutoresponderOutcomes',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id/autoresponder_outcomes',
  summary:
    'List what became of the autoresponders of the list and of their steps for a subscriber, and why they did not get one, by id and step',
  query: pageQuery.safeExtend({
    autoresponder_id: id
      .optional()
      .meta({ description: 'Only this autoresponder of the list and its steps.' }),
  }),
  paged: 'page',
  data: z.array(autoresponderOutcomeSchema),
})
