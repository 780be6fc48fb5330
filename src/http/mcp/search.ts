import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { EndpointId } from '../../contract/api/grants.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { OpenCall } from './catalog.ts'

const foundMax = 12

/** What people ask for, where the call itself uses other words. */
const tasks: Readonly<Record<string, string>> = {
  createCampaign: 'write draft newsletter mail',
  updateCampaign: 'send newsletter mail now, schedule, start, edit',
  checkCampaign: 'check newsletter before it is sent, problems',
  listAllCampaigns: 'report on newsletters: results, statistics, sent, opened, clicked',
  showCampaign: 'newsletter: state, report, results, sent, who gets it',
  showCampaignTimeline: 'report on a newsletter: statistics, results, open rate',
  showCampaignDomains: 'report on a newsletter: statistics, delivered',
  listLinkStats: 'report on a newsletter: clicks, links, statistics',
  listCampaignPeople: 'newsletter: who got, opened, clicked, bounced',
  inspectSubscriberImport: 'upload csv people contacts columns',
  createSubscriberImport: 'upload csv file add many people contacts',
  importDryRun: 'upload csv file people',
  showSubscriberImport: 'state, result, progress',
  showSubscriberImportFailures: 'errors, bad rows, what went wrong',
  createSegment: 'group, audience, filter people',
  previewSegment: 'who is in it, how many people',
  createSubscriber: 'add a person, contact',
  listSubscribers: 'people, contacts',
  showPlan: 'approval, approved, decision, waits, request',
  listPlans: 'approvals, requests that wait',
} satisfies Partial<Record<EndpointId, string>>

/** Most calls have them, and most questions. */
const empty = new Set(
  wordsIn(
    'an and are as at be been before by did do for from had has have he her him his how if in into is it its may me my new no not of off on or our out she so than that the their them then there these they this to up was we were what when where which whose will with you your',
  ),
)

/** @returns the calls that a query is about, best first */
export function searchCalls(open: readonly OpenCall[], query: string): OpenCall[] {
  const words = new Set(wordsIn(query).filter((word) => !empty.has(word)))
  return open
    .map((call) => ({ call, score: scoreOf(call.endpoint, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, foundMax)
    .map(({ call }) => call)
}

/** A word that few calls have tells more than one of many, and a call with all of the words more than one with some. */
function scoreOf({ id }: Pick<Endpoint, 'id'>, words: ReadonlySet<string>): number {
  const { places, rarities } = theIndex()
  const weights = places.get(id)
  const found = [...words].filter((word) => weights?.has(word))
  const sum = found.reduce((all, word) => all + (weights?.get(word) ?? 0) * (rarities.get(word) ?? 0), 0)
  return (sum * found.length) / words.size
}

type Index = { places: Map<string, Map<string, number>>; rarities: Map<string, number> }

let index: Index | undefined

/** Of all calls, whoever asks: so it tells nothing about which are open. */
function theIndex(): Index {
  index ??= indexOf(endpoints)
  return index
}

function indexOf(all: readonly Endpoint[]): Index {
  const places = new Map(all.map((endpoint) => [endpoint.id, weightsOf(endpoint)]))
  const counts = new Map<string, number>()
  for (const weights of places.values()) {
    for (const word of weights.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const rarities = [...counts].map(([word, count]) => [word, Math.log(1 + all.length / count)] as const)
  return { places, rarities: new Map(rarities) }
}

function weightsOf({ id, tag, summary, path }: Endpoint): Map<string, number> {
  const task = Object.hasOwn(tasks, id) ? (tasks[id] ?? '') : ''
  const [head = ''] = summary.split(/[.:;] /)
  const weighed: [text: string, weight: number][] = [
    [id, 3],
    [task, 3],
    [tag, 2],
    [head, 1],
    [path, 1],
    [summary, 0.5],
  ]
  const weights = new Map<string, number>()
  for (const [text, weight] of weighed) {
    for (const word of new Set(wordsIn(text))) weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  return weights
}

/** Without their endings: who looks for segments means listSegments and createSegment. */
function wordsIn(text: string): string[] {
  const words = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return (words.match(/[a-z]{2,}/g) ?? []).map((word) =>
    word.replace(/(?<=.{3})s$/, '').replace(/(?<=.{3})(?:ing|ed|al|e)$/, ''),
  )
}
