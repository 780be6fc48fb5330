import type { FastifyBaseLogger } from 'fastify'
import { LeaseLost } from '../../database/lease.ts'
import { giveUpDeferred } from '../../store/campaigns/batches/given-up.ts'
import { findCampaignContent } from '../../store/campaigns/message-content.ts'
import { endRange, releaseRange, renewRange, type ClaimedRange } from '../../store/campaigns/ranges/claims.ts'
import { recordLeftBatches } from '../../store/campaigns/sending.ts'
import { count } from '../../work/counts.ts'
import { keepLease } from '../../work/lease.ts'
import type { CampaignEnvironment } from '../environment.ts'
import { prepare } from '../prepare.ts'
import { CampaignFault, databaseOf, noteLeft, sendBatches } from './batches.ts'

/**
 * Sends recipients of a campaign that another process leads. It marks, hands over and records like the leader, with the
 * range as its place. It sends no seeds, no retries and no waiting recipients, decides nothing about the campaign, and
 * releases the range when it cannot continue: the leader meets the same problem and handles it.
 * @returns for how many seconds to take no range of this organization: it would mark messages that it cannot send.
 */
export async function runRange(
  env: CampaignEnvironment,
  claim: ClaimedRange,
  stop: AbortSignal,
): Promise<number> {
  const { organization_id: organization, id: campaign, range } = claim
  const log = env.log.child({ organization, campaign, range: range.id, epoch: range.epoch })
  const held = keepLease({
    everyMs: env.pace.heartbeatSeconds * 1000,
    renew: () => renewRange(databaseOf(env, claim), claim),
    stop,
    log,
  })
  try {
    return await sendRange(env, claim, held.signal, log)
  } catch (error) {
    const isLost = error instanceof LeaseLost || (held.signal.aborted && error === held.signal.reason)
    await giveBack(env, claim, isLost ? null : error, log)
    return isLost ? 0 : faultSeconds
  } finally {
    await held.end()
  }
}

async function sendRange(
  env: CampaignEnvironment,
  claim: ClaimedRange,
  signal: AbortSignal,
  log: FastifyBaseLogger,
): Promise<number> {
  const database = databaseOf(env, claim)
  const prepared = await database.beginUntil(signal, async (sql) => {
    const content = await findCampaignContent(sql, claim.organization_id, claim.id)
    return content === null ? { problem: 'Its mailing list was deleted.' } : prepare(env, sql, content)
  })
  if ('problem' in prepared) throw new CampaignFault(prepared.problem)
  noteLeft(await database.begin((sql) => recordLeftBatches(sql, claim, prepared.formatOf)), log)
  const end = await sendBatches({ env, claim, prepared, signal, log })
  if (end.kind === 'done') {
    await endRange(database, claim)
    return 0
  }
  // No later claim cleans up a cancelled campaign.
  await database.begin((sql) => giveUpDeferred(sql, claim.organization_id, claim.id))
  const seconds = end.kind === 'wait' ? end.seconds : null
  await releaseRange(database, claim, seconds)
  return seconds ?? 0
}

/** The leader fails a campaign that cannot be sent, and takes a range that its senders cannot send. */
const faultSeconds = 30
const doublingsMax = 4

/** @param error null: the lease is lost, or the process stops. */
async function giveBack(
  env: CampaignEnvironment,
  claim: ClaimedRange,
  error: unknown,
  log: FastifyBaseLogger,
): Promise<void> {
  const database = databaseOf(env, claim)
  try {
    if (error === null) {
      count('lease_losses', { work: 'campaign' })
      log.info('stopped sending: campaign paused, cancelled or taken over')
      await database.begin((sql) => giveUpDeferred(sql, claim.organization_id, claim.id))
    } else log.error({ err: error }, 'sending a part of a campaign failed; the part is released')
    const seconds = faultSeconds * 2 ** Math.min(claim.range.attempts - 1, doublingsMax)
    await releaseRange(database, claim, error === null ? null : seconds)
  } catch (second) {
    log.error({ err: second }, 'a part of a campaign could not be released; its lease will expire')
  }
}
