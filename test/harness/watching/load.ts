import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'
import { anOrganizationOf, type WholeServer } from '../core/whole-server.ts'
import { people } from '../sending/world.ts'

/** An organization with a list that calls read and write. */
export type Tenant = { id: number; listId: number; credential: string }

export async function someTenants(whole: WholeServer, count: number, subscribers: number): Promise<Tenant[]> {
  const tenants: Tenant[] = []
  for (let number = 1; number <= count; number += 1) {
    const { id, credential, call } = await anOrganizationOf(whole, { name: `Tenant ${number}` })
    const list = await call<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name: 'Readers' } })
    await people(whole.sql, id, list.id, subscribers)
    tenants.push({ id, listId: list.id, credential })
  }
  return tenants
}

export type LoadOptions = {
  url: string
  tenants: readonly Tenant[]
  perSecond: number
  /** Ends the load. */
  signal: AbortSignal
  /**
   * - `lost`: a call that gets no answer is repeated, with the same Idempotency-Key, until it gets one.
   * - `told`: only a call whose answer has `Retry-After` is repeated, without a key, so that nothing hides a second copy.
   */
  repeats?: 'lost' | 'told'
}

export type LoadResult = {
  /** Milliseconds of the calls that were answered at once. */
  times: number[]
  /** What was answered with anything but 200. */
  faults: string[]
  /** Acknowledged, by organization. */
  written: Map<number, string[]>
  imports: { tenant: Tenant; id: number; rows: number }[]
  repeated: number
}

const inFlightMax = 60
const importRows = 100

/** Of a hundred calls 80 read, 15 add a subscriber and 5 import a hundred rows. Few enough at once to wait for slow answers. */
export async function steadyLoad(options: LoadOptions): Promise<LoadResult> {
  const result: LoadResult = { times: [], faults: [], written: new Map(), imports: [], repeated: 0 }
  const inFlight = new Set<Promise<void>>()
  const begunMs = performance.now()
  for (let number = 0; !options.signal.aborted; number += 1) {
    const dueMs = begunMs + (number * 1000) / options.perSecond
    if (dueMs > performance.now()) await pause(dueMs - performance.now())
    while (inFlight.size >= inFlightMax) await Promise.race(inFlight)
    // Not by turns, or one of twenty would get all imports.
    const tenant = options.tenants[(number + Math.floor(number / 20)) % options.tenants.length]
    if (tenant === undefined) throw new Error('There is no tenant.')
    const one = oneCall(options, tenant, number, result).catch((error: unknown) => {
      // `fetch` says what happened only in the cause.
      result.faults.push(String((error as Error).cause ?? error))
    })
    inFlight.add(one)
    void one.finally(() => inFlight.delete(one))
  }
  await Promise.all(inFlight)
  return result
}

async function oneCall(options: LoadOptions, tenant: Tenant, number: number, result: LoadResult) {
  const list = `mailing_lists/${tenant.listId}`
  const turn = number % 20
  if (turn === 0) {
    const rows = Array.from({ length: importRows }, (_, row) => `i${number}r${row}@example.com\n`)
    const content = `Email\n${rows.join('')}`
    const subscriber_import = { column_mapping: ['email'], file_source: { type: 'json', content } }
    const data = await answer<{ id: number }>(options, tenant, result, {
      method: 'POST',
      path: `${list}/subscriber_imports`,
      body: { subscriber_import },
    })
    if (data !== undefined) result.imports.push({ tenant, id: data.id, rows: importRows })
  } else if (turn <= 3) {
    const email = `w${number}@example.com`
    const body = { subscriber: { email } }
    const data = await answer(options, tenant, result, { method: 'POST', path: `${list}/subscribers`, body })
    if (data !== undefined) result.written.set(tenant.id, [...(result.written.get(tenant.id) ?? []), email])
  } else {
    const paths = [`${list}/subscribers?per_page=20`, list, `${list}/subscriber_imports?per_page=5`]
    const path = paths[number % paths.length] ?? list
    await answer(options, tenant, result, { method: 'GET', path })
  }
}

type Call = { method: 'GET' | 'POST'; path: string; body?: object }

async function answer<Data>(
  { url, repeats }: LoadOptions,
  { credential }: Tenant,
  result: LoadResult,
  { method, path, body }: Call,
): Promise<Data | undefined> {
  const headers = {
    authorization: `Basic ${credential}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && repeats !== 'told' && { 'idempotency-key': randomUUID() }),
  }
  for (let tries = 0; ; tries += 1) {
    const begunMs = performance.now()
    let waitMs = 200
    try {
      const response = await fetch(`${url}/ga/api/v2/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (tries === 0) result.times.push(performance.now() - begunMs)
      if (response.ok) return (JSON.parse(text) as { data: Data }).data
      const seconds = response.headers.get('retry-after')
      // 409: the first call with this key is still at work, or died with its server a moment ago.
      const isRepeated =
        repeats === 'lost' ? [409, 503].includes(response.status) : repeats === 'told' && seconds !== null
      if (!isRepeated) {
        result.faults.push(`${method} ${path}: ${response.status} ${text}`)
        return undefined
      }
      if (repeats === 'told') waitMs = Number(seconds) * 1000
    } catch (error) {
      if (repeats !== 'lost') throw error
    }
    result.repeated += 1
    await pause(waitMs)
  }
}

/** The value that this share of all values does not exceed, rounded. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

export type Holdings = { megabytes: number; files: number; connections: number }

/** What a process holds: memory, open files, connections to this database. */
export async function holdingsOf(pid: number, sql: Sql): Promise<Holdings> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
  const files = (await readdir(`/proc/${pid}/fd`)).length
  const [row] = await sql<[{ connections: number }]>`
    select count(*)::integer as connections from pg_stat_activity
    where datname = current_database() and application_name like 'quiver%'`
  return { megabytes: Math.round(kilobytes / 1024), files, connections: row.connections }
}

/** Acknowledged writes that are not there, or not once, and imports that have not added each of their rows. */
export async function findLosses(sql: Database, { written, imports }: LoadResult): Promise<string[]> {
  const losses: string[] = []
  for (const [organizationId, emails] of written) {
    const found = await sql<{ key: string; count: number }[]>`
      select key, count(*)::integer as count from subscribers
      where organization_id = ${organizationId} and key = any(${emails}::text[]) group by key`
    const counts = new Map(found.map(({ key, count }) => [key, count]))
    losses.push(...emails.filter((email) => counts.get(email) !== 1))
  }
  for (const { tenant, id, rows } of imports) {
    const [row] = await sql<{ state: string; added: number }[]>`
      select state, added from import_jobs where organization_id = ${tenant.id} and id = ${id}`
    if (row?.state !== 'finished' || row.added !== rows)
      losses.push(`import ${id}: ${row?.state}, ${row?.added} added`)
  }
  return losses
}

/** Each acknowledged call was carried out once, and no other. */
export async function expectNothingTwice(sql: Database, { written, imports }: LoadResult): Promise<void> {
  const ids = [...new Set([...written.keys(), ...imports.map(({ tenant }) => tenant.id)])]
  const [found] = await sql<[{ imports: number; written: number }]>`
    select (select count(*)::integer from import_jobs where organization_id = any(${ids}::integer[])) as imports,
      (select count(*)::integer from subscribers
        where organization_id = any(${ids}::integer[]) and key like 'w%') as written`
  expect(found).toEqual({ imports: imports.length, written: [...written.values()].flat().length })
}
