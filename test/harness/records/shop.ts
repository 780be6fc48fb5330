import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import type { QuiverServer } from '../core/command.ts'

/** A client that records every change that the API acknowledged. */
export type Shop = {
  server: QuiverServer
  sql: Database
  organizationId: number
  listId: number
  /** Acknowledged: names of lists by id, and addresses and IPs of subscribers by id. */
  lists: Map<number, string>
  subscribers: Map<number, { email: string; ip: string }>
  credits: number
  changes: number
  /** Number of 503 answers. */
  refused: number
}

type Change = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object; key?: string }
type Answer = { status: number; id: number; refused: number }

/** After so long with only 503 a call is given up. */
const patienceMs = 30_000

export async function aShopOf(server: QuiverServer, sql: Database): Promise<Shop> {
  const organizationId = await insertOrganization(sql, randomUUID(), 'UTC')
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  const made = { lists: new Map(), subscribers: new Map(), credits: 0, changes: 0, refused: 0 }
  const shop = { server, sql, organizationId, listId: 0, ...made }
  shop.listId = await makeList(shop)
  return shop
}

export async function tradeUntil(shop: Shop, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) await trade(shop)
}

export async function trade(shop: Shop): Promise<void> {
  const path = `mailing_lists/${shop.listId}/subscribers`
  await makeList(shop)
  const email = `${randomUUID()}@example.com`
  const body = { email, subscribe_ip: '10.0.0.1' }
  const { id } = await make(shop, { method: 'POST', path, body, key: randomUUID() })
  shop.subscribers.set(id, { email, ip: '10.0.0.1' })
  await make(shop, { method: 'PUT', path: `${path}/${id}`, body: { subscribe_ip: '10.0.0.2' } })
  shop.subscribers.set(id, { email, ip: '10.0.0.2' })
  if (shop.changes % 2 === 0) {
    await make(shop, { method: 'DELETE', path: `${path}/${id}` })
    shop.subscribers.delete(id)
  }
  const credits = 1 + (shop.changes % 7)
  await make(shop, {
    method: 'PUT',
    path: `organizations/${shop.organizationId}/add_sending_credits`,
    body: { credits },
    key: randomUUID(),
  })
  shop.credits += credits
}

async function makeList(shop: Shop): Promise<number> {
  const name = randomUUID()
  const { id } = await make(shop, {
    method: 'POST',
    path: 'mailing_lists',
    body: { name },
    key: randomUUID(),
  })
  shop.lists.set(id, name)
  return id
}

/** Sends a change until it is acknowledged; an earlier attempt may have run and lost its answer. */
async function make(shop: Shop, change: Change): Promise<Answer> {
  const deadline = performance.now() + patienceMs
  for (let refused = 0; ; refused += 1) {
    const { status, text } = await send(shop, change)
    if (status === 200 || (status === 404 && change.method === 'DELETE' && refused > 0)) {
      shop.changes += 1
      return { status, id: idIn(text), refused }
    }
    expect({ ...change, status, text }).toMatchObject({ status: 503 })
    shop.refused += 1
    if (performance.now() > deadline) throw new Error(`There was nothing but refusals: ${text}`)
    await delay(50)
  }
}

async function send({ server }: Shop, { method, path, body, key }: Change) {
  const response = await fetch(`${server.url}/ga/api/v2/${path}`, {
    method,
    headers: {
      authorization: `Basic ${server.credential}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

function idIn(text: string): number {
  const { data }: { data: { id?: number } | null } = JSON.parse(text)
  return data?.id ?? 0
}

/** Every acknowledged change is stored once, and nothing else is. */
export async function expectShop(shop: Shop, refusedAtLeast: number): Promise<void> {
  const { sql, listId, organizationId } = shop
  const lists = await sql<{ id: number; name: string }[]>`
    select id, name from mailing_lists where organization_id = 1 and deleted_at is null`
  expect(new Map(lists.map(({ id, name }) => [id, name]))).toEqual(shop.lists)
  const subscribers = await sql<{ id: number; email: string; ip: string }[]>`
    select id, coalesce(email, key) as email, subscribe_ip as ip from subscribers
    where organization_id = 1 and mailing_list_id = ${listId}`
  expect(new Map(subscribers.map(({ id, ...values }) => [id, values]))).toEqual(shop.subscribers)
  const [balance] = await sql<{ available: number; ledger: number }[]>`
    select available, (select sum(amount)::integer from credit_ledger l
      where l.organization_id = b.organization_id) as ledger
    from credit_balances b where organization_id = ${organizationId}`
  expect(balance).toEqual({ available: shop.credits, ledger: shop.credits })
  expect(shop.refused).toBeGreaterThanOrEqual(refusedAtLeast)
}
