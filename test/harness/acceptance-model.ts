import type { Person } from './acceptance-people.ts'

/**
 * What the acceptance test knows of every reader, written down as he does it: plain numbers. Every counter is worked out
 * of it anew, so that nothing here counts as the product counts.
 */

export type BounceKind = 'hard' | 'soft' | 'other'
export type Content = 'Long' | 'Short'

export type Fate = {
  /** null: an address of the seed list, of whom nothing but the message counts. */
  person: Person | null
  content: Content
  parts: 'text' | 'html' | 'multipart'
  /** The server of the test did not take the message. */
  refused: boolean
  status: string
  /** What ended his subscription. */
  endedBy: 'unsub' | 'bounce' | 'scomp' | null
  opens: number
  /** By url. */
  clicks: Map<string, number>
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
    unsubs: 0,
    scomps: 0,
    bounces: [],
    events: [],
  }
}

/** Only who is on the list leaves it, and only once. */
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

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

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

/** The summary of a campaign or a content, name by name as it is documented. */
export function summaryOf(fates: readonly Fate[]): Record<string, unknown> {
  const { sent, open, click, bounce, scomp, unsub } = countersOf(fates)
  const parts = (kind: Fate['parts']) => fates.filter((fate) => fate.parts === kind).length
  const local = fates.filter(({ bounces }) => bounces[0]?.synchronous === true).length
  const html = parts('html') + parts('multipart')
  const codes: Record<string, number> = {}
  for (const { bounces } of fates) {
    const [first] = bounces
    if (first !== undefined) codes[first.code] = (codes[first.code] ?? 0) + 1
  }
  return {
    ...{ sent_text: parts('text'), sent_html: parts('html'), sent_multipart: parts('multipart') },
    ...{ bounces_total: bounce.total, bounces_unique: bounce.unique, bounces_unique_hard: bounce.hard },
    ...{ bounces_unique_soft: bounce.soft, bounces_unique_other: bounce.other },
    ...{ bounces_unique_local: local, bounces_unique_remote: bounce.unique - local },
    ...{ bounces_status_updated: bounce.subscribers_updated, bounces_unique_by_code: codes },
    ...{ clicks_total: click.total, clicks_unique: click.unique },
    clicks_unique_by_link: sum(fates.map(({ clicks }) => clicks.size)),
    ...{ opens_total: open.total, opens_unique: open.unique },
    ...{ scomps_total: scomp.total, scomps_unique: scomp.unique },
    ...{ scomps_status_updated: scomp.subscribers_updated, unsubs_total: unsub.total },
    ...{ unsubs_unique: unsub.unique, unsubs_status_updated: unsub.subscribers_updated },
    ...{ skips_error: 0, skips_request: 0, total_messages: sent.total, total_success: sent.accepted },
    ...{ total_failure: sent.bounced, total_failure_toolong: 0, in_queue: 0 },
    ...{ messages_html: html, messages_text: parts('text'), messages_sent: sent.total },
    ...{ bounced: sent.bounced, unbounced: sent.accepted, accepted: sent.accepted },
    ...{ unopened: sent.accepted - open.unique, unclicked: sent.accepted - click.unique },
    ...{ duplicate_opens: open.total - open.unique, duplicate_clicks: click.total - click.unique },
    ...{ duplicate_bounces: bounce.total - bounce.unique, duplicate_scomps: scomp.total - scomp.unique },
    duplicate_unsubs: unsub.total - unsub.unique,
    max_unique_activities: Math.max(open.unique, click.unique, unsub.unique, scomp.unique),
    ...{ accepted_rate: share(sent.accepted, sent.total), open_rate: share(open.unique, sent.accepted) },
    ...{ open_ratio: share(open.total, open.unique), click_rate: share(click.unique, sent.accepted) },
    click_ratio: share(click.total, click.unique),
    click_to_open_rate: share(click.unique, open.unique),
    ...{ bounce_rate: share(bounce.unique, sent.total), bounce_rate_hard: share(bounce.hard, bounce.unique) },
    bounce_rate_soft: share(bounce.soft, bounce.unique),
    bounce_rate_other: share(bounce.other, bounce.unique),
    bounce_local_rate: share(local, bounce.unique),
    bounce_remote_rate: share(bounce.unique - local, bounce.unique),
    ...{ scomp_rate: share(scomp.unique, sent.accepted), unsub_rate: share(unsub.unique, sent.accepted) },
    in_queue_rate: 0,
  }
}
