import { AppError } from '../../contract/api/errors.ts'
import { classOf, type OverwriteRules } from '../../contract/imports/classes.ts'
import { overwriteWhenInput } from '../../contract/imports/input.ts'
import type { Classification } from '../../contract/imports/states.ts'
import type { BatchInput, BatchPerson, BatchResult } from '../../contract/subscribers/batch.ts'
import { ignoredValues } from '../../contract/subscribers/ignored.ts'
import {
  blankSubscriber,
  changedSubscriber,
  newSubscriber,
  type SubscriberValues,
} from '../../contract/subscribers/values.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { lockQuota } from '../../store/subscribers/counts.ts'
import { insertSubscribers, lockSubscribers, rewriteSubscribers } from '../../store/subscribers/many.ts'
import { findIdsByKey, type SubscriberRow } from '../../store/subscribers/rows.ts'
import type { WarnedActor } from '../actor.ts'
import { requirePermission } from '../permission.ts'
import { followBatch, lockBatchRemovals, type Written } from './batch-effects.ts'
import type { ListRules } from './record.ts'
import { addressOf } from './references.ts'
import { lockListRules } from './write.ts'

type Input = Extract<BatchPerson, { input: unknown }>['input']

/** A record that can be written. `place`: in the request. */
type Entry = { place: number; input: Input; key: string }

type Batch = { organizationId: number; rules: ListRules; overwrite: OverwriteRules; results: BatchResult[] }

export type Answer = { counts: Partial<Record<Classification, number>>; results: BatchResult[] }

/** Those whose key another transaction adds meanwhile are looked up again. */
const roundsMax = 3

/** Adds and updates in one transaction, by the rules of a call for one, in the classes of imports. */
export function writeBatch(
  sql: Scoped,
  actor: WarnedActor,
  listId: number,
  fields: () => BatchInput,
): Promise<Answer> {
  const { organization_id: organizationId } = actor.caller
  return repeated(() =>
    sql.begin(async (sql) => {
      const rules = await lockListRules(sql, actor.caller, listId)
      const given = fields()
      if (given.overwrite !== false) requirePermission(actor.caller, 'subscriber.update')
      warn(actor, rules, given.subscribers)
      const batch = {
        organizationId,
        rules,
        overwrite: overwriteRules(given),
        results: given.subscribers.map(resultOf),
      }
      let open = given.subscribers.flatMap((person, place) => entryOf(batch, person, place))
      const places = await lockQuota(sql, organizationId)
      const removals = await lockBatchRemovals(
        sql,
        organizationId,
        open.map(({ input }) => input.status),
      )
      const written: Written = { added: [], updated: [] }
      const taken = new Map<string, number>()
      const repeats = new Map<number, number>()
      for (let round = 0; open.length > 0 && round < roundsMax; round += 1) {
        const free = (places ?? Infinity) - activated(written)
        const planned = await plan(sql, batch, { entries: open, taken, repeats, free })
        open = await carryOut(sql, batch, planned, written)
      }
      for (const { place } of open) fail(batch, place, 'changed while it was written: send it again')
      await followBatch(sql, actor, { rules, given, written, removals, hasQuota: places !== null })
      for (const [place, first] of repeats) batch.results[place]!.id = batch.results[first]!.id
      return { counts: countsIn(batch.results), results: batch.results }
    }),
  )
}

function overwriteRules({ overwrite, overwrite_when_status: when }: BatchInput): OverwriteRules {
  return {
    overwrite: overwrite !== false,
    whenStatus: when ?? overwriteWhenInput.parse({}),
    overwriteWhat: { custom_fields: true, confirmed: true, format: true, status: true },
  }
}

const warningsMax = 20

function warn(actor: WarnedActor, { list, ...rules }: ListRules, people: readonly BatchPerson[]): void {
  let told = 0
  for (const [place, person] of people.entries()) {
    if (told >= warningsMax) return
    if ('problem' in person) continue
    for (const sentence of ignoredValues(person.input, { ...list, ...rules })) {
      actor.warn(`subscribers.${place}: ${sentence}`)
      told += 1
    }
  }
}

/** Until it is written, a record counts as failed. */
function resultOf(person: BatchPerson): BatchResult {
  const email = 'input' in person ? person.input.email.address : person.email
  return { email, classification: 'failed', id: null, problem: 'problem' in person ? person.problem : null }
}

function entryOf(batch: Batch, person: BatchPerson, place: number): Entry[] {
  if ('problem' in person) return []
  const { input } = person
  const { list, ...rules } = batch.rules
  const key = attempt(batch, place, () => {
    const nobody = { ...blankSubscriber, key: '' }
    return changedSubscriber(nobody, input.email, input, { ...list, ...rules }).key
  })
  return key === null ? [] : [{ place, input, key }]
}

/** A fault of the record becomes its result. */
function attempt<Result>(batch: Batch, place: number, work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    fail(batch, place, error.message)
    return null
  }
}

function fail({ results }: Batch, place: number, problem: string): void {
  results[place] = { ...results[place]!, classification: 'failed', problem }
}

type Planned = {
  added: { entry: Entry; values: SubscriberValues }[]
  updated: { entry: Entry; before: SubscriberRow; values: SubscriberValues }[]
}

/** `taken`: the places of the records that decide, by their keys: the first valid ones. `repeats`: by the places of others. */
type Planning = {
  entries: readonly Entry[]
  taken: Map<string, number>
  repeats: Map<number, number>
  free: number
}

async function plan(sql: Transaction, batch: Batch, given: Planning): Promise<Planned> {
  const { rules, overwrite, results } = batch
  const { taken } = given
  const existing = await lockByKey(sql, batch, given.entries)
  const settings = { ...rules.list, ...rules }
  const planned: Planned = { added: [], updated: [] }
  let { free } = given
  for (const entry of given.entries) {
    const { place, input, key } = entry
    const first = taken.get(key)
    if (first !== undefined && first !== place) {
      results[place]!.classification = 'skipped_duplicate'
      given.repeats.set(place, first)
      continue
    }
    const before = existing.get(key) ?? null
    const values = attempt(batch, place, () =>
      before === null
        ? newSubscriber(input, settings)
        : changedSubscriber(before, addressOf(before), input, settings),
    )
    if (values === null) continue
    taken.set(key, place)
    const met = { status: before?.status ?? null, becomesActive: values.status === 'active' }
    const classification = classOf(met, overwrite, free)
    results[place] = { ...results[place]!, classification, id: before?.id ?? null }
    if (classification === 'added') planned.added.push({ entry, values })
    else if (classification === 'updated' && before !== null) planned.updated.push({ entry, before, values })
    else continue
    free -= Number(values.status === 'active') - Number(before?.status === 'active')
  }
  return planned
}

async function lockByKey(
  sql: Transaction,
  { organizationId, rules: { list } }: Batch,
  entries: readonly Entry[],
): Promise<Map<string, SubscriberRow>> {
  const keys = [...new Set(entries.map(({ key }) => key))]
  const ids = await findIdsByKey(sql, organizationId, list.id, keys)
  const rows = await lockSubscribers(sql, organizationId, list.id, [...ids.values()])
  return new Map(rows.map((row) => [row.key, row]))
}

/** @returns the records whose key another transaction has added meanwhile. */
async function carryOut(
  sql: Transaction,
  { organizationId, rules: { list }, results }: Batch,
  { added, updated }: Planned,
  written: Written,
): Promise<Entry[]> {
  const inserted = await insertSubscribers(sql, organizationId, list.id, added.map(({ values }) => values)) // oxfmt-ignore
  const byKey = new Map(inserted.map((row) => [row.key, row]))
  const again: Entry[] = []
  for (const { entry } of added) {
    const row = byKey.get(entry.key)
    if (row === undefined) again.push(entry)
    else {
      results[entry.place]!.id = row.id
      written.added.push(row)
    }
  }
  const changes = updated.map(({ before, values }) => ({ id: before.id, values }))
  const rows = new Map((await rewriteSubscribers(sql, organizationId, list.id, changes)).map((row) => [row.id, row])) // oxfmt-ignore
  for (const { entry, before } of updated) {
    const after = rows.get(before.id)
    if (after === undefined) throw new Error('a locked subscriber was not written')
    written.updated.push({ before, after, named: entry.input.status ?? null })
  }
  return again
}

function activated({ added, updated }: Written): number {
  const active = (rows: readonly SubscriberRow[]) => rows.filter(({ status }) => status === 'active').length
  return (
    active(added) + active(updated.map(({ after }) => after)) - active(updated.map(({ before }) => before))
  )
}

function countsIn(results: readonly BatchResult[]): Answer['counts'] {
  const counts: Answer['counts'] = {}
  for (const { classification } of results) counts[classification] = (counts[classification] ?? 0) + 1
  return counts
}
