import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { aDnsServer } from '../../../test/harness/fakes/dns-server.ts'
import { fetchText } from '../../../test/harness/fakes/fetch-text.ts'
import { startUrlSource } from '../../../test/harness/fakes/url-source.ts'
import { post } from '../../notifying/post.ts'
import { checkLinks } from '../link-check.ts'
import { createTxtLookup } from '../txt-records.ts'
import { createLookup } from './addresses.ts'
import { createHostsFile } from './hosts-file.ts'

const noHosts = () => Promise.resolve([])
const rules = { allow: [], allowLoopback: true }

function failing(code: string) {
  return { code, message: expect.any(String) }
}

/** Names below `hangs.example` get no answer; `shop.example` is this machine. */
async function aWorld(patience: { patienceMs?: number; restMs?: number } = {}) {
  const dns = await aDnsServer()
  dns.isSilent = (name) => name.endsWith('hangs.example')
  dns.addresses.set('shop.example', ['127.0.0.1'])
  return { dns, lookup: createLookup({ servers: [dns.address], hosts: noHosts, ...patience }) }
}

test('names without an answer put off neither the names of others nor their webhooks, pictures and links', async () => {
  const { lookup } = await aWorld()
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  const url = source.url('/members.csv').replace('127.0.0.1', 'shop.example')
  // Three calls of one organization at once.
  const links = Array.from({ length: 16 }, (_, n) => `http://${n}.hangs.example/`)
  const hostile = Promise.all(
    [1, 2, 3].map(() => checkLinks(links, { ...rules, organizationId: 1, lookup, timeoutMs: 700 })),
  )
  const hooks = { ...rules, organizationId: 2, timeoutMs: 500, lookup }
  const [picture, hook, [link]] = await Promise.all([
    fetchText(url, { lookup, organizationId: 2, connectTimeoutMs: 500 }),
    post(url, { headers: {}, body: '{}' }, hooks, new AbortController().signal),
    checkLinks([url], { ...rules, organizationId: 2, lookup, timeoutMs: 500 }),
  ])
  expect(picture.result.ok).toBe(true)
  expect(hook.outcome).toBe('taken')
  expect(link?.problem).toBeNull()
  for (const answers of await hostile)
    expect(answers.every(({ problem }) => problem === 'does not answer in time')).toBe(true)
})

test('of one organization eight names are looked up at once, and the next ones take their turn', async () => {
  const { dns, lookup } = await aWorld({ patienceMs: 300 })
  const all = Array.from({ length: 20 }, (_, n) => lookup(`${n}.hangs.example`, { asker: 1 }).catch(() => n))
  await lookup('shop.example', { asker: 2 })
  expect(new Set(dns.asked.filter((name) => name !== 'shop.example')).size).toBe(8)
  expect(await Promise.all(all)).toHaveLength(20)
})

test('a name without an answer ends in time, and rests for a while', async () => {
  const { dns, lookup } = await aWorld({ patienceMs: 150, restMs: 200 })
  const hung = () => lookup('hangs.example')
  await expect(hung()).rejects.toMatchObject(failing('ETIMEOUT'))
  const askedBefore = dns.asked.length
  await expect(hung()).rejects.toMatchObject(failing('ETIMEOUT'))
  expect(dns.asked).toHaveLength(askedBefore)
  dns.isSilent = () => false
  dns.addresses.set('hangs.example', ['192.0.2.7'])
  await expect.poll(() => hung().catch(() => []), { interval: 20, timeout: 2000 }).toEqual(['192.0.2.7'])
})

test('a look-up ends with its caller, and its name is asked for again', async () => {
  const { dns, lookup } = await aWorld()
  const caller = new AbortController()
  const left = lookup('hangs.example', { signal: caller.signal })
  setTimeout(() => caller.abort(new Error('gone')), 20)
  await expect(left).rejects.toThrow('gone')
  dns.isSilent = () => false
  dns.addresses.set('hangs.example', ['192.0.2.7'])
  expect(await lookup('hangs.example')).toEqual(['192.0.2.7'])
})

test('name servers that are silent about IPv6 do not hold up a name with IPv4', async () => {
  const { dns, lookup } = await aWorld()
  dns.isSilent = (_, type) => type === 'AAAA'
  const beganMs = performance.now()
  expect(await lookup('Shop.Example.')).toEqual(['127.0.0.1'])
  expect(performance.now() - beganMs).toBeLessThan(1500)
})

test('the hosts file is read first, and again when it changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quiver-hosts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'hosts')
  const { dns } = await aWorld()
  const lookup = createLookup({ servers: [dns.address], hosts: createHostsFile(path) })
  expect(await lookup('shop.example')).toEqual(['127.0.0.1'])
  writeFileSync(path, '10.0.0.7 db Shop.example # the shop\nfd00::7\tdb\nfe80::1%lo db\nnonsense db\n')
  expect(await lookup('DB')).toEqual(['10.0.0.7', 'fd00::7'])
  expect(await lookup('shop.example')).toEqual(['10.0.0.7'])
  writeFileSync(path, '')
  expect(await lookup('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(dns.asked).not.toContain('localhost')
  await expect(lookup('db')).rejects.toMatchObject(failing('ENOTFOUND'))
})

test('the system is asked only for hosts that the operator has named, and not if they have no answer', async () => {
  const { dns } = await aWorld()
  const asked: string[] = []
  const system = (name: string) => Promise.resolve([`${asked.push(name)}.0.0.0`])
  const lookup = createLookup({ servers: [dns.address], hosts: noHosts, system, patienceMs: 150 })
  await expect(lookup('warehouse')).rejects.toMatchObject(failing('ENOTFOUND'))
  expect(await lookup('warehouse', { isOperators: true })).toEqual(['1.0.0.0'])
  await expect(lookup('hangs.example', { isOperators: true })).rejects.toMatchObject(failing('ETIMEOUT'))
  expect(asked).toEqual(['warehouse'])
})

test('records of names without an answer put off those of no other organization', async () => {
  const { dns } = await aWorld()
  dns.txt.set('shop.example', ['v=DKIM1; p=key'])
  const lookUpTxt = createTxtLookup([dns.address])
  const hung = Array.from({ length: 40 }, (_, n) => lookUpTxt(`${n}.hangs.example`, 1))
  const beganMs = performance.now()
  expect(await lookUpTxt('shop.example', 2)).toEqual({ records: ['v=DKIM1; p=key'] })
  expect(performance.now() - beganMs).toBeLessThan(1000)
  // The resolver asks again after a while: now all have an answer.
  dns.isSilent = () => false
  await Promise.all(hung)
})

test('nothing but the fallback for the hosts of the operator holds a thread for a name', () => {
  const sources = fileURLToPath(new URL('../../', import.meta.url))
  const asking = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /import .*\blookup\b.* from 'node:dns|from 'node:dns'/.test(readFileSync(join(sources, path), 'utf8')),
    )
  expect(asking).toEqual([join('outbound', 'names', 'addresses.ts')])
})
