import { invisibleProblem } from '../values/spelling/invisible.ts'
import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { text } from '../api/fields.ts'
import { resourceEndpoints } from './endpoints.ts'

export const bounceEmailSchema = z
  .object({
    id: z.string().meta({ description: 'The user id and the domain id, joined by @.', examples: ['4@1'] }),
    username: z.string(),
    domain: z.string(),
    email: z.string(),
  })
  .meta({ id: 'BounceEmail' })

const email = text(600).transform((value, context) => {
  const parsed = parseEmail(value)
  if (parsed === null) context.addIssue(invisibleProblem(value) ?? 'is not a valid e-mail address')
  return parsed ?? z.NEVER
})

export type BounceEmailInput = z.output<typeof bounceEmailInput>

/** The whole address: its parts cannot be set separately. */
export const bounceEmailInput = z.object({
  email: email.meta({ description: 'The address to which bounces return, such as bounce@example.com.' }),
})
export const bounceEmailChanges = bounceEmailInput.partial()

export type BounceEmailChanges = z.output<typeof bounceEmailChanges>

export const bounceEmailEndpoints = resourceEndpoints<BounceEmailInput, BounceEmailChanges>({
  name: 'BounceEmail',
  path: 'bounce_emails',
  tag: 'Bounce emails',
  one: 'bounce email',
  many: 'bounce emails',
  param: ':key',
  wrapper: 'bounce_email',
  record: bounceEmailSchema,
  input: bounceEmailInput,
  changes: bounceEmailChanges,
  filters: ['domain', 'domain_contains', 'username', 'username_contains'],
  orders: ['id', 'email', 'username', 'domain'],
  roles: { read: 'standard', write: 'system_admin' },
})
