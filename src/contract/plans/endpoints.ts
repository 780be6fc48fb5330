import { z } from 'zod'
import { endpoint, mounts } from '../api/endpoint.ts'
import { choice, text, whole } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { effectsSchema } from './effects.ts'
import { listApprovalRules, reasonInput, updateApprovalRules } from './rules.ts'
import { planStates } from './states.ts'

const time = z.iso.datetime({ offset: true })

export const planSchema = z
  .object({
    id: z.int(),
    state: z.enum(planStates).meta({
      description:
        'planned: it can be applied. waiting: for the decision of a second person. approved: it can be applied. refused, void: it cannot any more. applied: it was carried out.',
    }),
    endpoint: z.string().meta({ description: 'The operation of the call, such as updateCampaign.' }),
    method: z.enum(['POST', 'PUT', 'DELETE']),
    path: z.string(),
    asked_by: z.object({
      type: z.enum(['user', 'api_key']),
      id: z.int(),
      name: z.string().nullable().meta({ description: 'null: it is not of this organization any more.' }),
    }),
    assistant: z
      .string()
      .meta({ description: 'The program that asked through /mcp, by its own word. Empty: none.' }),
    subject: z.string().meta({ description: 'The name of what it is about. Empty: it has none.' }),
    note: z.string().meta({ description: 'What the asker says about it to those who decide.' }),
    people_tolerance_percent: z.int(),
    effects: effectsSchema,
    seen: z.string().meta({ description: 'A hash of the state that it saw.' }),
    needs: z
      .array(z.string())
      .meta({ description: 'The kinds of approval that it needs. None: nobody has to decide.' }),
    decision: z
      .object({
        user_id: z.int(),
        name: z.string().nullable(),
        at: time,
        reason: z.string(),
        is_emergency: z.boolean(),
      })
      .nullable(),
    problem: z.string().meta({ description: 'Why it is void: what has changed.' }),
    created_at: time,
    expires_at: time.meta({ description: 'Until when it can be applied.' }),
    ended_at: time.nullable(),
  })
  .meta({ id: 'Plan' })

const singleSchema = planSchema
  .extend({
    request: z.array(z.object({ field: z.string(), value: z.string() })).meta({
      description:
        'What the call would be given, field by field, without secrets and shortened. None: nothing, or the plan has ended.',
    }),
    may_decide: z.boolean().meta({ description: 'Whether the caller may approve or refuse it.' }),
    may_apply_in_emergency: z
      .boolean()
      .meta({ description: 'Whether the caller may apply it without an approval, in an emergency.' }),
  })
  .meta({ id: 'OnePlan' })

const mountPattern = new RegExp(`^/?(${mounts.map((mount) => mount.slice(1)).join('|')})/`)

export const planInput = z.object({
  method: choice(['POST', 'PUT', 'DELETE']).meta({
    description: 'The method of the call: POST, PUT or DELETE.',
  }),
  path: text(2_000)
    .transform((value) => value.trim().replace(mountPattern, '').replace(/^\//, ''))
    .refine((value) => /^[^\s?#]+$/.test(value), 'must be the path of a call, without parameters')
    .meta({ description: 'The path of the call below the mount, such as campaigns/7.' }),
  body: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'The body of the call. Default: none.' }),
  people_tolerance_percent: whole(0, 100)
    .nullish()
    .transform((value) => value ?? 0)
    .meta({
      description:
        'By how many per cent the number of people may have changed when it is applied. Default: 0, the same people.',
    }),
  note: text(1_000)
    .nullish()
    .transform((value) => (value ?? '').trim())
    .meta({ description: 'For those who decide, if it needs an approval. Default: empty.' }),
})
export type PlanInput = z.output<typeof planInput>

const common = { tag: 'Plans', role: 'standard', paged: 'none', data: singleSchema } as const

export const createPlan = endpoint({
  ...common,
  id: 'createPlan',
  method: 'POST',
  path: 'plans',
  idempotencyKey: false,
  summary:
    'Plan a call: tell exactly what it would do, and change nothing. It needs the rights of the call itself. Applying the plan does what it says, or is refused because the state has changed',
  wrapper: 'plan',
  body: planInput,
})

export const listPlans = endpoint({
  ...common,
  id: 'listPlans',
  method: 'GET',
  path: 'plans',
  summary:
    'List the plans that the caller may see, newest first: their own, those they may decide about, and for administrators all',
  query: pageQuery.safeExtend({
    state: z.enum(planStates).optional().meta({ description: 'Only those in this state.' }),
  }),
  paged: 'page',
  data: z.array(planSchema),
})

export const showPlan = endpoint({
  ...common,
  id: 'showPlan',
  method: 'GET',
  path: 'plans/:id',
  summary: 'Show a plan',
})

export const applyPlan = endpoint({
  ...common,
  id: 'applyPlan',
  method: 'POST',
  path: 'plans/:id/apply',
  idempotencyKey: false,
  summary:
    'Apply a plan: carry out its call exactly as planned, once, with the rights of whoever applies it; 409, in words, if the state has changed since',
  body: z.object({
    emergency_reason: text(1_000)
      .nullish()
      .transform((value) => (value ?? '').trim())
      .meta({
        description:
          'Why it cannot wait for its approval: only for users whom the approval rules give this right, recorded and mailed to all who may approve. Default: it is no emergency.',
      }),
  }),
  data: z.object({
    plan: planSchema,
    answer: z.unknown().meta({ description: 'The data that the call itself answered.' }),
  }),
})

export const approvePlan = endpoint({
  ...common,
  id: 'approvePlan',
  method: 'POST',
  path: 'plans/:id/approve',
  idempotencyKey: false,
  summary:
    'Approve a plan that waits: by a user whom the approval rules name, and never by whoever asked, themselves or with a key of theirs',
  body: reasonInput,
})

export const refusePlan = endpoint({
  ...common,
  id: 'refusePlan',
  method: 'POST',
  path: 'plans/:id/refuse',
  idempotencyKey: false,
  summary: 'Refuse a plan that waits, with a reason; who may is as for an approval',
  body: reasonInput,
})

export const planEndpoints = {
  listPlans,
  createPlan,
  showPlan,
  applyPlan,
  approvePlan,
  refusePlan,
  listApprovalRules,
  updateApprovalRules,
}
