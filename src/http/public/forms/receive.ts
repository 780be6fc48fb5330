import { setTimeout as pause } from 'node:timers/promises'
import type { Submissions } from '../../../actions/lists/forms/submit.ts'
import { shownFields } from '../../../contract/lists/forms/definition.ts'
import { readSubmission, type Entered } from '../../../contract/lists/forms/submission.ts'
import type { Problems } from '../../../contract/lists/forms/rows.ts'
import type { Language } from '../../../contract/responses/words.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import type { PublicForm } from '../../../store/lists/forms/public.ts'
import { isWorked, type createFormTickets } from '../../../links/form-tickets.ts'
import type { SubmissionPace } from './pace.ts'

export type FormTickets = ReturnType<typeof createFormTickets>

export type ReceiveParts = { submit: Submissions; tickets: FormTickets; pace: SubmissionPace }

export type Sent = Entered & { ticket: string; work: string; honeypot: string }

export type Received =
  | { kind: 'taken' }
  | { kind: 'refused'; problems: Problems }
  /** The page is too old, too fast, of another form, or without its work. `ticket` goes with the new one. */
  | { kind: 'again'; ticket: string }
  | { kind: 'too_many' }

type Origin = { ip: string; requestId: string; language: Language }

/** The time of an answer, where the form looks at the subscribers: an address that is known is no faster. */
const singleAnswerMs = 250

/** The same for the page and for scripts. A honeypot that was filled gets the answer of success. */
export async function receive(
  sql: Scoped,
  parts: ReceiveParts,
  { form, sent }: { form: PublicForm; sent: Sent },
  { ip, requestId, language }: Origin,
): Promise<Received> {
  if (!parts.pace.admits(ip)) return { kind: 'too_many' }
  const read = readSubmission(sent, shownFields(form.fields, form.ofList), form.consent_text !== '')
  if ('problems' in read) return { kind: 'refused', problems: read.problems }
  const state = parts.tickets.read(sent.ticket, form)
  // An early one keeps its time, so that the next click is not early.
  if (state === 'early') return { kind: 'again', ticket: sent.ticket }
  const isWorkless = form.proof_of_work && !isWorked(sent.ticket, sent.email.trim(), sent.work)
  if (state !== 'valid' || isWorkless) return { kind: 'again', ticket: parts.tickets.write(form) }
  if (sent.honeypot !== '') return { kind: 'taken' }
  const answered = form.opt_in === 'single' ? pause(singleAnswerMs) : null
  await parts.submit(sql, { form, ...read, language, ip, requestId })
  await answered
  return { kind: 'taken' }
}
