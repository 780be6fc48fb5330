import type { Scoped } from '../../../database/driver/connection.ts'
import { repeated, retryable } from '../../../database/retry.ts'
import { findPublicForm, type PublicForm } from '../../../store/lists/forms/public.ts'
import { findSignUp, type SignUp } from '../../../store/lists/forms/sign-ups.ts'
import { subscribe } from './subscribe.ts'

/** `done`: now or before: a link works once, and opening it again changes nothing. */
export type LinkState = 'open' | 'done' | 'expired' | 'closed'

export type OpenedLink = { state: LinkState; form: PublicForm; signUp: SignUp }

type Link = { organizationId: number; tokenHash: Buffer }

/** Changes nothing. null: no link of this server, or one that a later submission replaced. */
export function openLink(sql: Scoped, { organizationId, tokenHash }: Link): Promise<OpenedLink | null> {
  return repeated(
    () =>
      sql.read(async (sql) => {
        const signUp = await findSignUp(sql, organizationId, tokenHash)
        const form = signUp && (await findPublicForm(sql, organizationId, { id: signUp.formId }))
        return signUp === null || form === null ? null : { state: stateOf(signUp, form), form, signUp }
      }),
    { after: retryable },
  )
}

/** Can be repeated: of many at once, one subscribes. */
export function confirmByLink(
  sql: Scoped,
  { organizationId, tokenHash }: Link,
  { ip, requestId }: { ip: string; requestId: string },
): Promise<OpenedLink | null> {
  return repeated(
    () =>
      sql.begin(async (sql) => {
        const signUp = await findSignUp(sql, organizationId, tokenHash, { lock: true })
        const form = signUp && (await findPublicForm(sql, organizationId, { id: signUp.formId }))
        if (signUp === null || form === null) return null
        const state = stateOf(signUp, form)
        if (state !== 'open') return { state, form, signUp }
        const isDone = await subscribe(sql, { form, signUp, confirmedIp: ip, requestId })
        return { state: isDone ? 'done' : 'closed', form, signUp }
      }),
    { after: retryable },
  )
}

function stateOf(signUp: SignUp, form: PublicForm): LinkState {
  if (!form.isOpen) return 'closed'
  if (signUp.isConfirmed) return 'done'
  return signUp.isExpired ? 'expired' : 'open'
}
