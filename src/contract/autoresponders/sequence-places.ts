import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { pageQuery } from '../api/paging.ts'
import { id, orBlank } from '../api/query.ts'

const common = { tag: 'Autoresponders', role: 'standard', paged: 'none' } as const
const path = 'mailing_lists/:mailing_list_id/autoresponders/:id'
const time = z.iso.datetime({ offset: true })

const figures = {
  waiting: z.int().meta({ description: 'People who wait for the message now.' }),
  waiting_is_exact: z.boolean().meta({
    description: 'false: there may be more. The people within a sequence are counted up to 10,000,000.',
  }),
  sent: z.int(),
  opened: z.int().meta({ description: 'People who opened it.' }),
  clicked: z.int().meta({ description: 'People who clicked a link.' }),
}

export const showSequence = endpoint({
  ...common,
  id: 'showAutoresponderSequence',
  permission: 'autoresponder.read_stats',
  method: 'GET',
  path: `${path}/sequence`,
  costly: true,
  summary: 'Show how many people wait at each step of a sequence, and what became of the messages',
  data: z
    .object({
      first: z.object(figures).meta({ description: "The autoresponder's own message." }),
      steps: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          removed: z
            .boolean()
            .meta({ description: 'A removed step is listed as long as people wait at it.' }),
          ...figures,
          ended: z.int().meta({ description: 'People for whom the sequence ended here by its condition.' }),
          skipped: z.int().meta({ description: 'People who went on without its message by its condition.' }),
          waiting_for: z.string().meta({
            description:
              'Why due messages do not leave although the autoresponder is not paused. Empty: they do.',
          }),
        }),
      ),
    })
    .meta({ id: 'AutoresponderSequence' }),
})

const place = {
  step_id: z.int(),
  step_name: z.string(),
  step_removed: z.boolean(),
  due_at: time.meta({ description: 'When the wait for the step is over.' }),
  entered_at: time.meta({ description: 'When the first message had left.' }),
}

export const listPlaces = endpoint({
  ...common,
  id: 'listAutoresponderPlaces',
  permission: 'subscriber.read',
  method: 'GET',
  path: `${path}/places`,
  summary: 'List the people within a sequence after its first message, and the step that each waits for',
  query: pageQuery.extend({
    step_id: orBlank(id).meta({ description: 'Return only people who wait for this step.' }),
  }),
  paged: 'bounded page',
  data: z.array(
    z.object({ subscriber_id: z.int(), email: z.string(), ...place }).meta({ id: 'AutoresponderPlace' }),
  ),
})

export const removePlace = endpoint({
  ...common,
  id: 'removeAutoresponderPlace',
  permission: 'subscriber.update',
  method: 'DELETE',
  path: `${path}/places/:subscriber_id`,
  summary:
    'Remove a person from a sequence: they get no further step of it, until something triggers it for them again',
  data: z.null(),
})

export const listPlacesOfSubscriber = endpoint({
  ...common,
  tag: 'Subscribers',
  id: 'listSubscriberPlaces',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id/places',
  summary: 'List the sequences that a subscriber is in, and the step that they wait for in each',
  data: z.array(
    z
      .object({ autoresponder_id: z.int(), autoresponder_name: z.string(), paused: z.boolean(), ...place })
      .meta({ id: 'SubscriberPlace' }),
  ),
})
