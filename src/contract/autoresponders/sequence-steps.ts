import { z } from 'zod'
import { contentLanguages } from '../campaigns/language.ts'
import { blockDocumentAnswer } from '../blocks/schema.ts'
import { attachmentsAnswer } from '../resources/attachments.ts'
import { endpoint } from '../api/endpoint.ts'
import { choice, given, idField, line, name, text, whole } from '../api/fields.ts'
import { clauseSchema, clausesInput } from '../segments/endpoints.ts'
import { contentSettings } from './endpoints.ts'
import { waitUnits } from './sequence-waits.ts'

/** An autoresponder with steps is a sequence: its own message is the first, and the steps follow it in their order. */

export const stepsMax = 50
export const previousKinds = ['any', 'opened', 'not_opened', 'clicked', 'not_clicked'] as const
export const otherwiseKinds = ['end', 'skip'] as const

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

const answer = {
  id: z.int().meta({
    description:
      'Also an id of an autoresponder for statistics, uncertain messages, previews and the reports of messages sent.',
  }),
  autoresponder_id: z.int().meta({ description: 'The sequence.' }),
  mailing_list_id: z.int(),
  name: z.string(),
  position: z.int().meta({ description: 'From 1.' }),
  wait_amount: z.int(),
  wait_unit: z.enum(waitUnits),
  wait_time: z.string().nullable(),
  wait_weekdays: z.array(z.int()),
  previous: z.enum(previousKinds),
  segmentation_criteria_id: z.int().nullable(),
  segmentation_criteria_name: z
    .string()
    .nullable()
    .meta({ description: 'null for clauses of the step alone.' }),
  segmentation_criteria_description: z.string().nullable().meta({ description: 'The clauses in words.' }),
  segmentation_criteria_ad_hoc: z.array(clauseSchema).nullable().meta({
    description: 'The clauses of the step alone. null with a saved segment, and without any.',
  }),
  otherwise: z.enum(otherwiseKinds),
  content_subject: z.string(),
  content_format: z.enum(['html', 'text', 'both']),
  content_language: z.enum(contentLanguages),
  content_html: z.string(),
  content_text: z.string(),
  content_document: blockDocumentAnswer,
  content_attachments: attachmentsAnswer,
  updated_at: z.iso.datetime({ offset: true }),
}

export const stepSchema = z.object(answer).meta({ id: 'AutoresponderStep' })
export type StepRecord = z.input<typeof stepSchema>

const settings = {
  position: given(whole(1, stepsMax)).meta({
    description: 'Its place among the steps, from 1; the others move. Default: at the end.',
  }),
  wait_amount: given(whole(0, 100_000)).meta({
    description: 'How long to wait after the message before, or after a step that was skipped. Default: 1.',
  }),
  wait_unit: given(choice(waitUnits)).meta({
    description: 'The unit of the wait. Days and weeks keep the time of day. Default: days.',
  }),
  wait_time: text(5)
    .refine((value) => value === '' || timeOfDay.test(value), 'must be a time such as 09:00')
    .nullish()
    .transform((value) => (value === '' ? null : value))
    .meta({
      description:
        "Wait on until this time of day, HH:MM in the organization's time zone. null: no matter when. Default: null.",
    }),
  wait_weekdays: given(z.array(whole(1, 7)).max(7)).meta({
    description: 'Wait on until one of these days, 1 (Monday) to 7. Empty: any day. Default: empty.',
  }),
  previous: given(choice(previousKinds)).meta({
    description:
      'What the person must have done with the last message that they got from the sequence, when the wait is over. Default: any.',
  }),
  segmentation_criteria_id: idField.nullish().meta({
    description:
      'The segment that the person must be in when the wait is over. Use this or segmentation_criteria_ad_hoc. null: no matter.',
  }),
  segmentation_criteria_ad_hoc: clausesInput.nullish().meta({
    description: 'The clauses of a segment for this step alone.',
  }),
  otherwise: given(choice(otherwiseKinds)).meta({
    description:
      'What happens to people who do not meet previous or the segment: end of the sequence, or skip to the next step. Default: end.',
  }),
  ...contentSettings,
}

const stepName = name(255).pipe(line(255)).meta({ description: 'A name for the step, up to 255 characters.' })
export const stepCreateInput = z.object({ name: stepName, ...settings })
export const stepUpdateInput = z.object({ name: stepName.optional(), ...settings })
export type StepInput = z.output<typeof stepUpdateInput>

const common = { tag: 'Autoresponders', role: 'standard', paged: 'none' } as const
const path = 'mailing_lists/:mailing_list_id/autoresponders/:id/steps'

export const listSteps = endpoint({
  ...common,
  id: 'listAutoresponderSteps',
  method: 'GET',
  path,
  summary:
    'List the steps of a sequence in their order, at most 50. They follow the message of the autoresponder',
  data: z.array(stepSchema),
})

export const showStep = endpoint({
  ...common,
  id: 'showAutoresponderStep',
  method: 'GET',
  path: `${path}/:step_id`,
  summary: 'Show a step of a sequence',
  data: stepSchema,
})

export const createStep = endpoint({
  ...common,
  id: 'createAutoresponderStep',
  permission: 'autoresponder.update',
  method: 'POST',
  path,
  summary:
    'Add a step to an autoresponder, which becomes a sequence by its first one. People who are before its place get it, ' +
    'others do not',
  wrapper: 'step',
  body: stepCreateInput,
  data: stepSchema,
})

export const updateStep = endpoint({
  ...common,
  id: 'updateAutoresponderStep',
  versioned: true,
  permission: 'autoresponder.update',
  method: 'PUT',
  path: `${path}/:step_id`,
  summary:
    'Update or move a step; attributes that are not given keep their values. People who wait already keep their time; ' +
    'content and condition are read when it comes',
  wrapper: 'step',
  body: stepUpdateInput,
  data: stepSchema,
})

export const deleteStep = endpoint({
  ...common,
  id: 'deleteAutoresponderStep',
  versioned: true,
  permission: 'autoresponder.update',
  method: 'DELETE',
  path: `${path}/:step_id`,
  summary:
    'Remove a step. People who wait for it go on without its message when it would have been due; what was sent stays in reports',
  data: z.null(),
})
