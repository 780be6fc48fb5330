import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { sentenceOfIssues } from '../api/problems.ts'
import { flag, text } from '../api/fields.ts'
import { overwriteWhenInput } from '../imports/input.ts'
import { classifications } from '../imports/states.ts'
import { reactionInput, subscriberCreateInput } from './endpoints.ts'

export const batchMax = 1_000

/** The members that a call about one subscriber has for its autoresponders stand beside the records here. */
const person = subscriberCreateInput.omit(
  Object.fromEntries(Object.keys(reactionInput.shape).map((name) => [name, true])) as {
    [Name in keyof typeof reactionInput.shape]: true
  },
)

/** A record that is checked, or what is wrong with it: one faulty record does not stop the others. */
export type BatchPerson = { input: z.output<typeof person> } | { problem: string; email: string | null }

const personOrProblem = person
  .transform((input): BatchPerson => ({ input }))
  .catch(({ error: { issues }, value }): BatchPerson => ({
    problem: sentenceOfIssues(person, issues),
    email: emailIn(value),
  }))

function emailIn(value: unknown): string | null {
  const email = typeof value === 'object' && value !== null && 'email' in value ? value.email : null
  return typeof email === 'string' ? email.toWellFormed().slice(0, 1_000) : null
}

const batchInput = z.object({
  subscribers: z
    .array(personOrProblem)
    .min(1, 'cannot be empty')
    .max(
      batchMax,
      `must be at most ${batchMax} records: more are a subscriber import (POST mailing_lists/:id/subscriber_imports)`,
    )
    .meta({
      description: `Up to ${batchMax} records, each as in createSubscriber. Values that a record does not give stay.`,
    }),
  overwrite: flag.nullish().meta({
    description: 'Whether to update subscribers who are already on the list. Default: true.',
  }),
  overwrite_when_status: overwriteWhenInput.nullish().meta({
    description: 'Which subscribers to update, by their status. Default: those who are active.',
  }),
  skip_autoresponders: flag
    .nullish()
    .meta({ description: 'Whether new subscribers trigger no autoresponders. Default: false.' }),
  run_autoresponders: flag.nullish().meta({
    description:
      'Whether updated subscribers trigger autoresponders as new subscriptions do. Default: false.',
  }),
  autoresponder_filter: text(255).nullish().meta({
    description:
      'Trigger only autoresponders whose name matches this pattern. Case is ignored; * matches any text.',
  }),
})

export type BatchInput = z.output<typeof batchInput>

const batchResult = z
  .object({
    email: z.string().nullable().meta({ description: 'As given; null if the record has no text there.' }),
    classification: z.enum(classifications),
    id: z.int().nullable().meta({ description: 'Of the subscriber; null if the list has none.' }),
    problem: z.string().nullable().meta({ description: 'What is wrong with a failed record.' }),
  })
  .meta({ id: 'SubscriberBatchResult' })

export type BatchResult = z.input<typeof batchResult>

export const writeSubscriberBatch = endpoint({
  id: 'writeSubscriberBatch',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/subscribers/batch',
  summary:
    `Create or update up to ${batchMax} subscribers. Each record gets one of the classes of imports; the answer has them in the ` +
    'order of the request. Users also need the permission subscriber.update, unless overwrite is false',
  body: batchInput,
  data: z.object({
    counts: z
      .partialRecord(z.enum(classifications), z.int())
      .meta({ description: 'How many records each class has; classes without any are absent.' }),
    results: z.array(batchResult),
  }),
  paged: 'none',
})
