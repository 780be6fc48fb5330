import type { Estimate } from '../../../contract/api/figures.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { sendingQuotaLeft } from '../../../store/accounting/messages-sent.ts'
import { findCredits } from '../../../store/segments/audience.ts'
import { people, shown, type Found } from './found.ts'

/** What is left of the credits and of the quota of the month, beside what is to be sent. */
export async function inspectLimits(
  sql: Sql,
  organizationId: number,
  recipients: number,
  estimate: Estimate | null = null,
): Promise<Found[]> {
  const credits = await findCredits(sql, organizationId)
  const quota = await sendingQuotaLeft(sql, organizationId)
  const of = { recipients, who: people(recipients, estimate) }
  return [...inspectCredits(credits, of), ...inspectQuota(quota, of)]
}

type Of = { recipients: number; who: string }

function inspectCredits(credits: number | null, { recipients, who }: Of): Found[] {
  if (credits === null) return []
  const isEnough = credits >= recipients
  const sentence = isEnough
    ? `Credits: ${shown(credits)}.`
    : `There are only ${shown(credits)} sending credits for ${who}.`
  return [{ kind: isEnough ? 'ok' : 'warn', code: 'credits', sentence }]
}

function inspectQuota(left: number | null, { recipients, who }: Of): Found[] {
  if (left === null || left >= recipients) return []
  const messages = left === 1 ? '1 message' : `${shown(Math.max(0, left))} messages`
  const sentence = `Only ${messages} may still be sent this month, to ${who}: the rest waits until the next month, or until the limit is raised.`
  return [{ kind: 'warn', code: 'quota', sentence }]
}
