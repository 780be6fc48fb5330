import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aDnsServer } from '../../../test/harness/fakes/dns-server.ts'
import { anObjectStorage } from '../../../test/harness/files/object-storage.ts'
import { aMailer, aMessage, aSink, routeTo } from '../../../test/harness/sending/mailing.ts'
import { namesFor } from '../databases/names.ts'
import { readRemote } from '../databases/read.ts'
import { remoteLimits } from '../databases/target.ts'
import { createObjectClient } from '../../files/stored/client.ts'
import type { Route } from '../../sending/route.ts'
import { createLookup } from './addresses.ts'

/** Names below `hangs.example` get no answer; two names are this machine. The system is never asked. */
async function aWorld(patienceMs = 300) {
  const dns = await aDnsServer()
  dns.isSilent = (name) => name.endsWith('hangs.example')
  // The fake takes other names for those of buckets.
  for (const name of ['relay.example', 's3.amazonaws.com']) dns.addresses.set(name, ['127.0.0.1'])
  const inSystem: string[] = []
  const system = (name: string) => Promise.reject(new Error(`asked the system ${inSystem.push(name)} times`))
  const hosts = () => Promise.resolve([])
  const lookup = createLookup({ servers: [dns.address], hosts, system, patienceMs })
  return { dns, lookup, inSystem }
}

function relayOf(organizationId: number, url: string): Route {
  return { kind: 'smtp', key: url, url, localAddress: null, organizationId }
}

test('relays whose names hang hold up neither the relays of others nor a thread of the system', async () => {
  const { dns, lookup, inSystem } = await aWorld()
  const sink = await aSink()
  const mailer = await aMailer({ lookup })
  let ended = 0
  const hung = Array.from({ length: 20 }, async (_, n) => {
    const route = relayOf(1, `smtp://${n}.hangs.example`)
    const outcome = await mailer.send(route, aMessage(n))
    ended += 1
    return outcome
  })
  const route = relayOf(2, sink.url.replace('127.0.0.1', 'relay.example'))
  expect(await mailer.send(route, aMessage())).toEqual({ kind: 'accepted' })
  // Of twenty, eight are asked for at once: the last ones still wait.
  expect(ended).toBeLessThan(20)
  for (const outcome of await Promise.all(hung))
    expect(outcome).toMatchObject({ kind: 'untried', diagnostic: expect.stringContaining('did not answer') })
  expect(dns.asked).toContain('relay.example')
  expect(inSystem).toEqual([])
})

test('a relay is reached by the next of its addresses if one refuses', async () => {
  const sink = await aSink()
  // Nothing listens there.
  const lookup = () => Promise.resolve(['127.0.0.9', '127.0.0.1'])
  const mailer = await aMailer({ lookup })
  const route = routeTo(sink.url.replace('127.0.0.1', 'relay.example'))
  expect(await mailer.send(route, aMessage())).toEqual({ kind: 'accepted' })
  const gone = await aMailer({ lookup: () => Promise.resolve(['127.0.0.8', '127.0.0.9']) })
  expect(await gone.send(route, aMessage())).toMatchObject({ kind: 'untried' })
})

test('a storage whose name hangs fails in time, asks no system, and holds up no name of an organization', async () => {
  const { lookup, inSystem } = await aWorld()
  const { settings } = await anObjectStorage()
  const patience = { connectMs: 5_000, idleMs: 5_000, requestMs: 5_000, attemptsMax: 1 }
  const at = (host: string) =>
    createObjectClient(
      { ...settings, endpoint: settings.endpoint.replace('127.0.0.1', host) },
      patience,
      lookup,
    )
  const hung = Promise.allSettled(Array.from({ length: 9 }, () => at('s3.hangs.example').get('key', 1)))
  expect(await lookup('relay.example', { asker: 2 })).toEqual(['127.0.0.1'])
  const here = at('s3.amazonaws.com')
  await here.put('key', Buffer.from('x'))
  expect(await here.get('key', 1)).toEqual(Buffer.from('x'))
  for (const answer of await hung) expect(answer).toMatchObject({ status: 'rejected' })
  expect(inSystem).toEqual([])
})

test('a relay that accepts and hangs up is tried at no more than four addresses', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await once(server.listen(0, '0.0.0.0'), 'listening')
  onTestFinished(() => void server.close())
  const addresses = Array.from({ length: 32 }, (_, n) => `127.0.0.${n + 1}`)
  const mailer = await aMailer({ lookup: () => Promise.resolve(addresses) })
  const route = routeTo(`smtp://many.example:${(server.address() as AddressInfo).port}`)
  expect(await mailer.send(route, aMessage())).toMatchObject({ kind: 'untried' })
  expect(connections).toBeLessThanOrEqual(4)
})

test('remote databases whose names hang hold up no name of others, and get no thread', async () => {
  const { dns, lookup, inSystem } = await aWorld(1_000)
  dns.addresses.set('db.example', ['8.8.4.4'])
  dns.addresses.set('own.example', ['8.8.8.8'])
  const rules = { allow: [], own: [{ host: 'own.example', port: 5432 }], limits: remoteLimits }
  const queryOf = (organizationId: number, host: string) => {
    const login = { username: 'u', password: null, databaseName: 'd', tls: 'off', tlsCa: null } as const
    const target = { type: 'postgresql', host, port: 5432, organizationId, ...login } as const
    return { target, sql: 'select 1', rowsMax: 1 }
  }
  const { signal } = new AbortController()
  let ended = 0
  const hung = Array.from({ length: 10 }, async (_, n) => {
    const asked = namesFor(queryOf(1, `${n}.hangs.example`), rules, { lookup, signal })
    await expect(asked).rejects.toThrow(`No server named ${n}.hangs.example`)
    ended += 1
  })
  expect(await namesFor(queryOf(2, 'db.example'), rules, { lookup, signal })).toEqual({
    'db.example': ['8.8.4.4'],
    'own.example': ['8.8.8.8'],
  })
  // Of the ten, eight are asked for at once: whoever waited for one of their places would come after them.
  expect(ended).toBe(0)
  await Promise.all(hung)
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
  const before = threads()
  const read = readRemote(queryOf(1, 'x.hangs.example'), rules, signal, lookup).next()
  await expect(read).rejects.toThrow('No server named x.hangs.example')
  expect(threads()).toBe(before)
  expect(inSystem).toEqual([])
})
