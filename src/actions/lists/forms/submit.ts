import type { CustomValues } from '../../../contract/subscribers/values.ts'
import type { EmailAddress } from '../../../contract/values/email.ts'
import type { Language } from '../../../contract/responses/words.ts'
import type { Scoped, Transaction } from '../../../database/driver/connection.ts'
import { repeated, retryable } from '../../../database/retry.ts'
import type { Secrets } from '../../../secrets/ring.ts'
import type { PublicForm } from '../../../store/lists/forms/public.ts'
import {
  findSignUp,
  isKnownAddress,
  writeSignUps,
  type NewSignUp,
  type SignUp,
} from '../../../store/lists/forms/sign-ups.ts'
import { databaseTime } from '../../../store/server/clock.ts'
import { createSignUpLinks } from '../../../links/forms.ts'
import { createGatherer } from '../../gather.ts'
import { subscribe } from './subscribe.ts'

export type Submitted = {
  form: PublicForm
  email: EmailAddress
  customFields: CustomValues
  language: Language
  ip: string
  requestId: string
}

type Hit = Submitted & { sql: Scoped }

/**
 * Between two transactions of a form. The delay is too short to notice, and makes 600 submissions a second 20 transactions
 * a second instead of 150, each with a sync of the disk and round trips that compete with the API for the processor.
 */
const everyMs = 50

export type Submissions = (sql: Scoped, submitted: Submitted) => Promise<void>

/**
 * Takes no look at the subscribers, so that neither the answer nor its time says whether an address is known: the sender
 * looks, before it writes the mail. Only a form with single opt-in looks, and adds addresses that are new.
 * Concurrent submissions of a form share a transaction, as visits do.
 */
export function createSubmissions(secrets: Secrets): Submissions {
  const links = createSignUpLinks(secrets)
  const gathered = createGatherer<Hit, void>(
    async (hits) => {
      const [{ sql, form }] = hits
      const first = new Map(hits.toReversed().map((hit) => [hit.email.key, hit]))
      const signUps = [...first.values()].map((hit) => signUpOf(hit, links.make(form.organizationId)))
      await begin(sql, (sql) => writeSignUps(sql, form.organizationId, form, signUps))
      return []
    },
    { everyMs },
  )
  return (sql, submitted) => {
    const { form } = submitted
    if (form.opt_in === 'double') {
      const key = `${form.organizationId} ${form.id} ${form.consent_version}`
      return gathered(key, { ...submitted, sql })
    }
    const signUp = signUpOf(submitted, links.make(form.organizationId))
    return begin(sql, (sql) => submitSingle(sql, submitted, signUp))
  }
}

async function submitSingle(
  sql: Transaction,
  { form, requestId }: Submitted,
  given: NewSignUp,
): Promise<void> {
  const { organizationId, listId } = form
  await writeSignUps(sql, organizationId, form, [given])
  if (await isKnownAddress(sql, organizationId, listId, given.key)) return
  const signUp =
    (await findSignUp(sql, organizationId, given.tokenHash)) ?? (await unstored(sql, form, given))
  await subscribe(sql, { form, signUp, confirmedIp: null, requestId })
}

/** The address got a mail of another form just before, whose link keeps confirming what it was mailed for. */
async function unstored(sql: Transaction, form: PublicForm, given: NewSignUp): Promise<SignUp> {
  const { ip: givenIp, ...values } = given
  return {
    ...values,
    id: null,
    isEarlier: false,
    listId: form.listId,
    formId: form.id,
    consentVersion: form.consent_version,
    givenAt: await databaseTime(sql),
    givenIp,
    isConfirmed: false,
    isExpired: false,
  }
}

function signUpOf(
  { email, customFields, language, ip }: Submitted,
  { nonce, tokenHash }: { nonce: Buffer; tokenHash: Buffer },
): NewSignUp {
  return { email: email.address, key: email.key, customFields, language, ip, nonce, tokenHash }
}

/** Also after a lost connection: a submission can be repeated. */
function begin<Result>(sql: Scoped, work: (sql: Transaction) => Promise<Result>): Promise<Result> {
  return repeated(() => sql.begin(work), { after: retryable })
}
