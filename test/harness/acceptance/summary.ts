import { countersOf, sum, type Fate } from './model.ts'

/** The documented summary of a campaign or a content. */
export function summaryOf(fates: readonly Fate[]): Record<string, unknown> {
  const counters = countersOf(fates)
  const local = fates.filter(({ bounces }) => bounces[0]?.synchronous === true).length
  return { ...counted(fates, counters, local), ...derived(fates, counters), ...rates(counters, local) }
}

type Counters = ReturnType<typeof countersOf>

const partsOf = (fates: readonly Fate[], kind: Fate['parts']) =>
  fates.filter(({ parts }) => parts === kind).length

function counted(
  fates: readonly Fate[],
  { sent, open, click, bounce, scomp, unsub }: Counters,
  local: number,
) {
  const codes: Record<string, number> = {}
  for (const { bounces } of fates) {
    const [first] = bounces
    if (first !== undefined) codes[first.code] = (codes[first.code] ?? 0) + 1
  }
  return {
    sent_text: partsOf(fates, 'text'),
    sent_html: partsOf(fates, 'html'),
    sent_multipart: partsOf(fates, 'multipart'),
    bounces_total: bounce.total,
    bounces_unique: bounce.unique,
    bounces_unique_hard: bounce.hard,
    bounces_unique_soft: bounce.soft,
    bounces_unique_other: bounce.other,
    bounces_unique_local: local,
    bounces_unique_remote: bounce.unique - local,
    bounces_status_updated: bounce.subscribers_updated,
    bounces_unique_by_code: codes,
    clicks_total: click.total,
    clicks_unique: click.unique,
    clicks_unique_by_link: sum(fates.map(({ clicks }) => clicks.size)),
    clicks_machine_total: sum(fates.map(({ scans }) => scans.clicks)),
    clicks_machine_unique: fates.filter(({ scans }) => scans.clicks > 0).length,
    opens_machine_total: sum(fates.map(({ scans }) => scans.opens)),
    opens_machine_unique: fates.filter(({ scans }) => scans.opens > 0).length,
    opens_total: open.total,
    opens_unique: open.unique,
    scomps_total: scomp.total,
    scomps_unique: scomp.unique,
    scomps_status_updated: scomp.subscribers_updated,
    unsubs_total: unsub.total,
    unsubs_unique: unsub.unique,
    unsubs_status_updated: unsub.subscribers_updated,
    total_success: sent.accepted,
    total_failure: sent.bounced,
  }
}

function derived(fates: readonly Fate[], { sent, open, click, bounce, scomp, unsub }: Counters) {
  return {
    skips_error: 0,
    skips_request: 0,
    total_failure_toolong: 0,
    in_queue: 0,
    total_messages: sent.total,
    messages_html: partsOf(fates, 'html') + partsOf(fates, 'multipart'),
    messages_text: partsOf(fates, 'text'),
    messages_sent: sent.total,
    bounced: sent.bounced,
    unbounced: sent.accepted,
    accepted: sent.accepted,
    unopened: sent.accepted - open.unique,
    unclicked: sent.accepted - click.unique,
    duplicate_opens: open.total - open.unique,
    duplicate_clicks: click.total - click.unique,
    duplicate_bounces: bounce.total - bounce.unique,
    duplicate_scomps: scomp.total - scomp.unique,
    duplicate_unsubs: unsub.total - unsub.unique,
    max_unique_activities: Math.max(open.unique, click.unique, unsub.unique, scomp.unique),
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

function rates({ sent, open, click, bounce, scomp, unsub }: Counters, local: number) {
  return {
    accepted_rate: share(sent.accepted, sent.total),
    open_rate: share(open.unique, sent.accepted),
    open_ratio: share(open.total, open.unique),
    click_rate: share(click.unique, sent.accepted),
    click_ratio: share(click.total, click.unique),
    click_to_open_rate: share(click.unique, open.unique),
    bounce_rate: share(bounce.unique, sent.total),
    bounce_rate_hard: share(bounce.hard, bounce.unique),
    bounce_rate_soft: share(bounce.soft, bounce.unique),
    bounce_rate_other: share(bounce.other, bounce.unique),
    bounce_local_rate: share(local, bounce.unique),
    bounce_remote_rate: share(bounce.unique - local, bounce.unique),
    scomp_rate: share(scomp.unique, sent.accepted),
    unsub_rate: share(unsub.unique, sent.accepted),
    in_queue_rate: 0,
  }
}
