import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { pageQuery } from '../../api/paging.ts'
import { id } from '../../api/query.ts'
import { campaignStates } from '../states.ts'

/** What became of a campaign, or of an autoresponder, for one person, and why. */
export const outcomes = ['sent', 'bounced', 'waiting', 'not_sent'] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeReasons = [
  'accepted',
  'bounced',
  'retrying',
  'uncertain',
  'being_sent',
  'sending_rule',
  'failed',
  'waits_for_time',
  'not_started',
  'not_reached',
  'winner_pending',
  'campaign_ended',
  'joined_later',
  'left',
  'suppressed',
  'paused',
  'not_in_segment',
  'not_in_query',
  'joined_before',
  'not_triggered',
  'earlier_step',
  'step_condition',
  'sequence_over',
  'unknown',
] as const
export type OutcomeReason = (typeof outcomeReasons)[number]

const time = z.iso.datetime({ offset: true })

export const reasonSchema = z.object({
  code: z.enum(outcomeReasons).meta({
    description:
      'accepted: by the mail server. bounced: refused, at once or by a report. retrying: refused for now. uncertain: it may have left. being_sent: handed over right now. sending_rule: a special sending rule left them out. failed: the message could not be written. waits_for_time: for their time zone, or for the hours of a rule. not_started: the campaign waits for its time. not_reached: it is being sent; text says what it waits for (paused, quota, …). winner_pending: their part of an A/B test waits for the winner. campaign_ended: it was cancelled or failed before their turn. joined_later: they came to the list after it began. left: they were not active. suppressed: text names the suppression list; null: by the system. paused: they had paused. not_in_segment, not_in_query: its segment or query did not select them. Of autoresponders only: joined_before: they came to the list before it existed. not_triggered: what starts it did not happen. earlier_step: they wait for the step that text names. step_condition: they have passed the step without its message. sequence_over: they are not in the sequence any more. unknown: nothing that is stored says why.',
  }),
  certain: z.boolean().meta({
    description:
      'Whether this is recorded of that time. false: it follows from what is stored now, and what was then is not known.',
  }),
  at: time.nullable().meta({ description: 'When it happened, or since when it is so.' }),
  until: time.nullable().meta({ description: 'Until when they wait or paused.' }),
  text: z.string().nullable().meta({ description: 'What a server answered, or the name of what is meant.' }),
})
export type OutcomeReasonRecord = z.output<typeof reasonSchema>

export const outcomeSchema = z
  .object({
    campaign: z.object({ id: z.int(), name: z.string() }),
    state: z.enum(campaignStates),
    started_at: time.nullable(),
    content_id: z.int().nullable().meta({ description: 'The content that they got, or would have got.' }),
    outcome: z.enum(outcomes),
    reasons: z.array(reasonSchema).meta({ description: 'What is recorded first; never empty.' }),
  })
  .meta({ id: 'CampaignOutcome' })

export const listCampaignOutcomes = endpoint({
  id: 'listCampaignOutcomes',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id/outcomes',
  summary:
    'List what became of the campaigns of the list for a subscriber, and why they did not get one, by start, newest first; campaigns that have not started are included only by campaign_id',
  query: pageQuery.safeExtend({
    campaign_id: id.optional().meta({ description: 'Only this campaign of the list.' }),
  }),
  paged: 'page',
  data: z.array(outcomeSchema),
})
