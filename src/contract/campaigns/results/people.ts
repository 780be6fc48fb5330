import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { choice, idField, whole } from '../../api/fields.ts'
import { pageQuery } from '../../api/paging.ts'
import { filter, id } from '../../api/query.ts'
import { subscriberStatuses } from '../../imports/states.ts'
import { bounceSeverities } from '../../responses/severity.ts'
import { peopleCountedMax, peopleKinds, type PeopleKind } from './kinds.ts'

const kind = choice(peopleKinds).meta({
  description:
    'Which people: those who were sent a message (sent), and of these whose server accepted it (accepted) or for whom it is tried again or uncertain (waiting); those for whom it could not be written, or whom a special sending rule left out (skipped); those whose server accepted it and who did not open it (not_opened); those who opened, clicked, bounced, complained or unsubscribed; those for whom a program opened it or followed a link (opened_by_machine, clicked_by_machine).',
})

const severity = choice(bounceSeverities).optional().meta({
  description:
    'With bounced: people whose first bounce was of this kind. Bounces from before it was recorded are of none.',
})

const link = id.optional().meta({
  description: 'With clicked: people who clicked this link, by its id in link_stats.',
})

/** As `people` of an export takes it: those of `campaigns/:id/people` or of an autoresponder. */
export const peopleSelection = z
  .strictObject({
    campaign_id: idField.nullish().meta({ description: 'The campaign, of the same list.' }),
    autoresponder_id: idField.nullish().meta({
      description: 'The autoresponder or step of a sequence, of the same list; instead of campaign_id.',
    }),
    kind,
    severity: choice(bounceSeverities).nullish().meta({
      description: 'With bounced: people whose first bounce was of this kind.',
    }),
    link_id: whole(1, Number.MAX_SAFE_INTEGER).nullish().meta({
      description: 'With clicked: people who clicked this link, by its id in link_stats.',
    }),
    content_id: idField.nullish().meta({ description: 'People who got this content of the campaign.' }),
  })
  .refine((given) => (given.campaign_id == null) !== (given.autoresponder_id == null), {
    error: 'must have one of campaign_id and autoresponder_id',
  })
  .refine((given) => given.severity == null || given.kind === 'bounced', {
    error: 'severity needs kind bounced',
  })
  .refine((given) => given.link_id == null || given.kind === 'clicked', {
    error: 'link_id needs kind clicked',
  })
  .refine((given) => given.content_id == null || (given.campaign_id != null && given.link_id == null), {
    error: 'content_id needs campaign_id, and cannot be combined with link_id',
  })
export type PeopleSelection = z.output<typeof peopleSelection>

const common = {
  kind,
  severity,
  per_page: pageQuery.shape.per_page,
  page_token: filter('The next_page_token of the previous answer.'),
}

type Asked = { kind: PeopleKind; severity?: unknown; link_id?: unknown; content_id?: unknown }

const refined = <Query extends z.ZodObject>(query: Query): Query =>
  query
    .refine((given) => asked(given).severity === undefined || asked(given).kind === 'bounced', {
      error: 'severity needs kind=bounced',
    })
    .refine((given) => asked(given).link_id === undefined || asked(given).kind === 'clicked', {
      error: 'link_id needs kind=clicked',
    })
    .refine((given) => asked(given).link_id === undefined || asked(given).content_id === undefined, {
      error: 'link_id and content_id cannot be given together: a link belongs to one content',
    })

const asked = (given: unknown) => given as Asked

const personSchema = z
  .object({
    subscriber_id: z.int(),
    email: z.string().nullable().meta({ description: 'null if the subscriber was deleted.' }),
    status: z.enum(subscriberStatuses).nullable().meta({ description: 'The status now.' }),
    content_id: z
      .int()
      .nullable()
      .meta({ description: 'The content that they got. null: of an autoresponder, or not known any more.' }),
    at: z.iso.datetime({ offset: true }).nullable().meta({
      description: 'When the message was sent, or when they did it first. null: from before it was recorded.',
    }),
    times: z.int().meta({ description: 'How often they did it; 1 for messages.' }),
    severity: z.enum(bounceSeverities).nullable().meta({ description: 'Of a bounce.' }),
    reason: z.string().nullable().meta({
      description: 'What the server answered, or why no message was written. null if nothing was recorded.',
    }),
  })
  .meta({ id: 'ResponsePerson' })

export type PeopleQuery = {
  kind: PeopleKind
  severity?: (typeof bounceSeverities)[number] | undefined
  link_id?: number | undefined
  content_id?: number | undefined
}

const shared = {
  role: 'standard',
  permission: 'subscriber.read',
  method: 'GET',
  paged: 'bounded token',
} as const
const needs = `\`num_records\` is exact up to ${peopleCountedMax}. Needs the permission to read statistics, too`

export const listCampaignPeople = endpoint({
  ...shared,
  id: 'listCampaignPeople',
  tag: 'Campaigns',
  path: 'campaigns/:id/people',
  summary: `List the people behind a number of a campaign, by id; addresses of seed lists are left out. ${needs}`,
  query: refined(
    z.object({
      ...common,
      link_id: link,
      content_id: id.optional().meta({ description: 'Only people who got this content of the campaign.' }),
    }),
  ),
  data: z.array(personSchema),
})

export const listAutoresponderPeople = endpoint({
  ...shared,
  id: 'listAutoresponderPeople',
  tag: 'Autoresponders',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/people',
  summary: `List the people behind a number of an autoresponder or of a step of a sequence, by id. ${needs}`,
  query: refined(z.object({ ...common, link_id: link })),
  data: z.array(personSchema),
})
