import { AppError } from '../../contract/api/errors.ts'
import type { SubscriberInput, SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { ignoredValues } from '../../contract/subscribers/ignored.ts'
import { newSubscriber, type SubscriberValues } from '../../contract/subscribers/values.ts'
import type { EmailAddress } from '../../contract/values/email.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import { queueQuotaNotice } from '../../store/accounting/quota-notices.ts'
import { idsOfNamed, queueReactions } from '../../store/autoresponders/reactions.ts'
import { adjustCounts, lockQuota, quotaRefusal } from '../../store/subscribers/counts.ts'
import { insertCounted, insertSubscribers } from '../../store/subscribers/many.ts'
import { findIdsByKey, takenKey, type SubscriberRow } from '../../store/subscribers/rows.ts'
import type { WarnedActor } from '../actor.ts'
import { createGatherer, mayBeOfOneCall } from '../gather.ts'
import { claimKeys, keepAnswers, type SharedKey } from '../idempotency/gathered.ts'
import { addSubscriber, type Given, type RequestedReactions } from './change.ts'
import { recordOf, type ListRules } from './record.ts'
import { lockListRules, queueSubscriberEvents, type WriteRules } from './write.ts'

type Input = SubscriberInput & { email: EmailAddress }

type GivenOnce = Given<Input> & { once: SharedKey | null }

type Call = {
  sql: Scoped
  actor: WarnedActor
  listId: number
  given: GivenOnce
  input: Input
  reactions: RequestedReactions
}

/** Of one call: what it answers, or what it throws. */
type Outcome = { data: SubscriberRecord } | { refusal: AppError }

/** `apart`: it is to be carried out alone, for instance because its key has an answer. */
type Result = Outcome | 'apart'

export type Adds = (
  sql: Scoped,
  actor: WarnedActor,
  listId: number,
  given: GivenOnce,
) => Promise<SubscriberRecord>

/**
 * Adds one subscriber a call. Calls for one list that arrive while a transaction of this list is in progress share the
 * next one: each would wait for the same count, with a connection. A call that comes alone does not wait.
 */
export function createAdds(): Adds {
  const gather = createGatherer<Call, Result>(addCalls)
  return async (sql, actor, listId, given) => {
    const active = activeIn(given)
    if (active === null) return addSubscriber(sql, actor, listId, given)
    // The transaction has the limits of its first caller: those of one group see the same lists.
    const { organization_id: organizationId, list_ids: listIds } = actor.caller
    const key = `${organizationId} ${listId} ${listIds?.join() ?? 'all'}`
    const result = await gather(key, { sql, actor, listId, given, ...active })
    if (result === 'apart') return addSubscriber(sql, actor, listId, given)
    if ('data' in result) return result.data
    throw result.refusal
  }
}

/** null: a fault, which comes after that of a missing list; or a status that has effects on other lists. */
function activeIn({ fields, reactions }: Given<Input>): Pick<Call, 'input' | 'reactions'> | null {
  try {
    const input = fields()
    return (input.status ?? 'active') === 'active' ? { input, reactions: reactions(input) } : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function addCalls(calls: readonly [Call, ...Call[]]): Promise<Result[]> {
  const [{ sql, given }] = calls
  try {
    const results = await repeated(() => (given.once?.sql ?? sql).begin((sql) => addTogether(sql, calls)))
    for (const [place, result] of results.entries()) {
      const once = calls[place]?.given.once ?? null
      if (once !== null) once.isKept = result !== 'apart'
    }
    return results
  } catch (error) {
    const isHeld = given.once !== null && codeOf(error) === sqlState.lockNotAvailable
    if (!isHeld && (calls.length === 1 || !mayBeOfOneCall(error))) throw error
    return calls.map(() => 'apart')
  }
}

type Entry = { call: Call; place: number; values: SubscriberValues }
type Added = Entry & { row: SubscriberRow }

async function addTogether(sql: Transaction, calls: readonly [Call, ...Call[]]): Promise<Result[]> {
  const [{ actor, listId }] = calls
  const { organization_id: organizationId } = actor.caller
  const onces = calls.flatMap(({ given }) => given.once ?? [])
  const [claimed, rules] = await Promise.all([
    claimKeys(sql, organizationId, onces),
    lockListRules(sql, actor.caller, listId),
  ])
  const places = rules.hasQuota ? await lockQuota(sql, organizationId) : null
  const outcomes: Outcome[] = []
  const entries = calls.flatMap((call, place): Entry[] => {
    const { once } = call.given
    if (once !== null && !claimed.has(once)) return []
    const values = attempt(outcomes, place, () => valuesOf(call, rulesFor(call, rules)))
    return values === null ? [] : [{ call, place, values }]
  })
  const isCounted =
    rules.hasCounts && places === null && entries.every((one) => reactorsOf(one, rules).length === 0)
  const isLast = isCounted && !rules.tells.created && onces.length === 0
  const wanted = { entries, outcomes, places, isCounted, isLast }
  const added = await insert(sql, organizationId, rules, wanted)
  for (const { call, place, row } of added) outcomes[place] = { data: recordOf(row, rulesFor(call, rules)) }
  if (isLast) return calls.map((_, place) => outcomes[place] ?? 'apart')
  if (added.length > 0) {
    await react(sql, organizationId, rules, added)
    const events = added.map(({ call, row }) => ({ after: recordOf(row, rulesFor(call, rules)) }))
    await Promise.all([
      isCounted || adjustCounts(sql, organizationId, listId, { active: added.length }),
      rules.tells.created && queueSubscriberEvents(sql, organizationId, rules.list, events),
    ])
  }
  if (places !== null) await queueQuotaNotice(sql, organizationId)
  await keepAnswers(sql.last, organizationId, keptOf(calls, outcomes))
  return calls.map((_, place) => outcomes[place] ?? 'apart')
}

function keptOf(calls: readonly Call[], outcomes: readonly (Outcome | undefined)[]) {
  return calls.flatMap(({ given: { once } }, place) => {
    const outcome = outcomes[place]
    return once === null || outcome === undefined ? [] : [{ once, outcome }]
  })
}

/** Times are read and written in the zone of the caller. */
function rulesFor({ actor }: Call, rules: ListRules): ListRules {
  return { ...rules, zone: actor.caller.time_zone }
}

function valuesOf({ actor, input }: Call, { list, ...rules }: ListRules): SubscriberValues {
  for (const sentence of ignoredValues(input, { ...list, ...rules })) actor.warn(sentence)
  return newSubscriber(input, { ...list, ...rules })
}

function attempt<Result>(outcomes: Outcome[], place: number, work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    outcomes[place] = { refusal: error }
    return null
  }
}

/** `isCounted`: the counts change with each insert, and nothing else. `isLast`: nothing follows at all. */
type Wanted = {
  entries: readonly Entry[]
  outcomes: Outcome[]
  places: number | null
  isCounted: boolean
  isLast: boolean
}

/** In the order of the calls, as if each came after the one before it. A key that is taken needs no place of the quota. */
async function insert(
  sql: Transaction,
  organizationId: number,
  { list }: ListRules,
  { entries, outcomes, places, isCounted, isLast }: Wanted,
): Promise<Added[]> {
  const added: Added[] = []
  let open = entries
  for (;;) {
    const { now, later } = divided(open, (places ?? Infinity) - added.length)
    if (now.length === 0) break
    const values = now.map((entry) => entry.values)
    const write = isCounted ? insertCounted : insertSubscribers
    const rows = await write(isLast && later.length === 0 ? sql.last : sql, organizationId, list.id, values)
    const byKey = new Map(rows.map((row) => [row.key, row]))
    for (const entry of now) {
      const row = byKey.get(entry.values.key)
      if (row === undefined) outcomes[entry.place] = { refusal: takenKey(list) }
      else added.push({ ...entry, row })
    }
    open = later
  }
  if (open.length === 0) return added
  const taken = await findIdsByKey(sql, organizationId, list.id, open.map(({ values }) => values.key)) // oxfmt-ignore
  const isFull = await quotaRefusal(sql, organizationId)
  for (const { place, values } of open) {
    outcomes[place] = { refusal: taken.has(values.key) ? takenKey(list) : isFull }
  }
  return added
}

/** Of two with one key, the second waits until it is known what became of the first. */
function divided(entries: readonly Entry[], free: number): { now: Entry[]; later: Entry[] } {
  const now = new Map<string, Entry>()
  const later: Entry[] = []
  for (const entry of entries) {
    if (now.size >= free || now.has(entry.values.key)) later.push(entry)
    else now.set(entry.values.key, entry)
  }
  return { now: [...now.values()], later }
}

/** Each call can name the autoresponders that it triggers. */
async function react(sql: Transaction, organizationId: number, rules: WriteRules, added: readonly Added[]) {
  const reactions = new Map<string, { autoresponderIds: number[]; keys: string[] }>()
  for (const entry of added) {
    const autoresponderIds = reactorsOf(entry, rules)
    const together = reactions.get(autoresponderIds.join()) ?? { autoresponderIds, keys: [] }
    together.keys.push(entry.values.key)
    reactions.set(autoresponderIds.join(), together)
  }
  for (const one of reactions.values()) await queueReactions(sql, organizationId, rules.list.id, one)
}

function reactorsOf({ call: { reactions } }: Entry, { reactors }: WriteRules): number[] {
  return reactions.skip ? [] : idsOfNamed(reactors, reactions.filter)
}
