import { judgeHit, type LoneHit } from './judge.ts'
import type { Seen, Verdict } from './verdict.ts'

export type MessageHit = LoneHit & {
  /** null: an open. 0: the link that no person sees. */
  linkId: number | null
  atMs: number
}

/** How long after the last hit others may still change its verdict. */
export const burstMs = 10_000

/** A program that has followed the hidden link stays a program. */
const sameProgramMs = 3_600_000

/** A person opens several links of a long message side by side; all of a short one, hardly. */
const burstLinksMin = 3
const burstLinksMax = 5

/**
 * By what all hits of one message say of each other. @param linkCount of the message, as it was sent.
 * @returns the verdicts in the order of the hits.
 */
export function judgeMessage(hits: readonly MessageHit[], linkCount: number): Verdict[] {
  const alone = hits.map((hit) => ({ hit, verdict: judgeHit(hit) }))
  const traps = hits.filter(({ kind }) => kind === 'hidden')
  const clicks = alone.flatMap(({ hit, verdict }) =>
    hit.kind === 'click' && !verdict.isMachine ? [hit] : [],
  )
  const bursts = burstsOf(clicks, linkCount)
  return alone.map(({ hit, verdict }): Verdict => {
    // A proxy loads pictures for a person, whatever scanners do at the same time.
    if (verdict.isMachine || verdict.reason === 'picture_proxy') return verdict
    const isTrapped = traps.some((trap) => isCompanion(hit, trap) || isSameProgram(hit, trap))
    if (isTrapped) return { isMachine: true, reason: 'hidden_link' }
    return bursts.some((other) => isCompanion(hit, other)) ? { isMachine: true, reason: 'burst' } : verdict
  })
}

/** The clicks of each span in which so many links were followed as no person follows. */
function burstsOf(clicks: readonly MessageHit[], linkCount: number): MessageHit[] {
  const wanted = Math.min(Math.max(linkCount, burstLinksMin), burstLinksMax)
  const inTime = clicks.toSorted((one, other) => one.atMs - other.atMs)
  const found = new Set<MessageHit>()
  let first = 0
  for (const [last, click] of inTime.entries()) {
    while (click.atMs - (inTime[first]?.atMs ?? 0) > burstMs) first += 1
    const span = inTime.slice(first, last + 1)
    if (new Set(span.map(({ linkId }) => linkId)).size < wanted) continue
    for (const one of span) found.add(one)
  }
  return [...found]
}

/** A click beside it, from wherever; a picture only if it was loaded by the same program or network. */
function isCompanion(hit: MessageHit, other: MessageHit): boolean {
  if (Math.abs(hit.atMs - other.atMs) > burstMs) return false
  return hit.kind !== 'open' || isAlike(hit.seen, other.seen)
}

function isSameProgram(hit: MessageHit, trap: MessageHit): boolean {
  const { seen } = trap
  return (
    Math.abs(hit.atMs - trap.atMs) <= sameProgramMs &&
    seen.network !== null &&
    hit.seen.network === seen.network &&
    hit.seen.userAgent === seen.userAgent
  )
}

function isAlike(one: Seen, other: Seen): boolean {
  return one.userAgent === other.userAgent || (one.network !== null && one.network === other.network)
}
