import type { Person } from './people.ts'

/**
 * What the acceptance test knows of every reader, recorded as it happens: plain numbers. Every counter is computed from
 * them anew, so nothing here counts the way the product does.
 */

export type BounceKind = 'hard' | 'soft' | 'other'
export type Content = 'Long' | 'Short'

export type Fate = {
  /** null: an address of the seed list, which counts for nothing but its message. */
  person: Person | null
  content: Content
  parts: 'text' | 'html' | 'multipart'
  /** The mail server of the test rejected the message. */
  refused: boolean
  status: string
  /** The event that ended the subscription. */
  endedBy: 'unsub' | 'bounce' | 'scomp' | null
  opens: number
  clicks: Map<string, number>
  /** Of a scanner. */
  scans: { opens: number; clicks: number }
  unsubs: number
  scomps: number
  bounces: { kind: BounceKind; code: string; synchronous: boolean }[]
  /** `studio_open|a@b|true` and so on. */
  events: string[]
}

export function aFate(person: Person | null, sent: Pick<Fate, 'content' | 'parts'>): Fate {
  return {
    person,
    ...sent,
    refused: false,
    status: person?.status ?? '',
    endedBy: null,
    opens: 0,
    clicks: new Map(),
    scans: { opens: 0, clicks: 0 },
    unsubs: 0,
    scomps: 0,
    bounces: [],
    events: [],
  }
}

/** A subscriber leaves once, and only if still on the list. */
function end(fate: Fate, by: 'unsub' | 'bounce' | 'scomp', status: string): void {
  if (fate.status !== 'active') return
  fate.status = status
  fate.endedBy = by
}

function tell(fate: Fate, type: string, ...more: unknown[]): void {
  fate.events.push([type, fate.person?.email.toLowerCase() ?? '', ...more].join('|'))
}

export function opened(fate: Fate): void {
  if (fate.person === null) return
  fate.opens += 1
  tell(fate, 'studio_open', fate.opens === 1)
}

export function clicked(fate: Fate, url: string): void {
  if (fate.person === null) return
  const isFirst = fate.clicks.size === 0
  fate.clicks.set(url, (fate.clicks.get(url) ?? 0) + 1)
  tell(fate, 'studio_click', isFirst, url)
}

/** No event tells of it. */
export function scanned(fate: Fate, { opens, clicks }: Fate['scans']): void {
  if (fate.person === null) return
  fate.scans = { opens: fate.scans.opens + opens, clicks: fate.scans.clicks + clicks }
}

export function unsubscribed(fate: Fate): void {
  if (fate.person === null) return
  fate.unsubs += 1
  end(fate, 'unsub', 'unsubscribed')
  tell(fate, 'studio_unsub', fate.unsubs === 1)
}

export function complained(fate: Fate): void {
  if (fate.person === null) return
  fate.scomps += 1
  end(fate, 'scomp', 'scomp')
  tell(fate, 'scomp')
}

export function bounced(fate: Fate, bounce: Fate['bounces'][number]): void {
  if (fate.person === null) return
  fate.bounces.push(bounce)
  if (bounce.kind === 'hard') end(fate, 'bounce', 'bounced')
  const more = [bounce.kind.slice(0, 1), Number(bounce.code.replaceAll('.', '')), bounce.synchronous]
  tell(fate, 'bounce_all', ...more)
  if (bounce.kind === 'hard') tell(fate, 'bounce_bad_address', ...more)
}

export const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

/** The counters of specification 2.8 that come from readers and servers. */
export function countersOf(fates: readonly Fate[]) {
  const count = (is: (fate: Fate) => boolean) => fates.filter(is).length
  const firstBounce = (kind: BounceKind) => count(({ bounces }) => bounces[0]?.kind === kind)
  const bouncedOnes = count(({ bounces }) => bounces.length > 0)
  return {
    sent: {
      total: fates.length,
      accepted: fates.length - bouncedOnes,
      bounced: bouncedOnes,
      in_queue: 0,
    },
    skip: { ssr_failure: 0, ssr_request: 0 },
    open: { total: sum(fates.map(({ opens }) => opens)), unique: count(({ opens }) => opens > 0) },
    click: {
      total: sum(fates.map(({ clicks }) => sum([...clicks.values()]))),
      unique: count(({ clicks }) => clicks.size > 0),
    },
    bounce: {
      total: sum(fates.map(({ bounces }) => bounces.length)),
      unique: bouncedOnes,
      hard: firstBounce('hard'),
      soft: firstBounce('soft'),
      other: firstBounce('other'),
      subscribers_updated: count(({ endedBy }) => endedBy === 'bounce'),
    },
    scomp: {
      total: sum(fates.map(({ scomps }) => scomps)),
      unique: count(({ scomps }) => scomps > 0),
      subscribers_updated: count(({ endedBy }) => endedBy === 'scomp'),
    },
    unsub: {
      total: sum(fates.map(({ unsubs }) => unsubs)),
      unique: count(({ unsubs }) => unsubs > 0),
      subscribers_updated: count(({ endedBy }) => endedBy === 'unsub'),
    },
  }
}
