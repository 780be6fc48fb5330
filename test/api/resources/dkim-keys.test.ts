import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { anApi } from '../../harness/core/api.ts'
import { aDnsServer } from '../../harness/fakes/dns-server.ts'
import { verifyDkim } from '../../harness/sending/dkim.ts'
import { built } from '../../harness/sending/messages.ts'
import { createSignerFinder } from '../../../src/sending/signers.ts'
import { createTxtLookup } from '../../../src/outbound/txt-records.ts'
import { dkimKeyRoutes } from '../../../src/http/resources/dkim-keys.ts'

type Key = { id: number; domain: string; selector: string; dns_name: string; dns_value: string }

const invalidBecause = (message: string) => ({ status: 422, body: { error_message: message } })

function publicKeyOf({ dns_value: value }: Key) {
  const [, key = ''] = /^v=DKIM1; k=rsa; p=([A-Za-z0-9+/=]+)$/.exec(value) ?? []
  return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
}

test('a key is created, its record shown, and messages verify against it', async () => {
  const api = await anApi(dkimKeyRoutes)
  const { status, body } = await api.call<Key>('POST', 'dkim_keys', { domain: ' Example.COM ' })
  expect({ status, data: body.data }).toEqual({
    status: 200,
    data: {
      id: expect.any(Number),
      domain: 'example.com',
      selector: 'quiver',
      algorithm: 'rsa',
      active: true,
      dns_name: 'quiver._domainkey.example.com',
      dns_value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MII[A-Za-z0-9+/=]{300,}$/),
      created_at: expect.stringMatching(/^\d{4}-/),
      checked_at: null,
      check_state: null,
      problem: '',
      lost_since: null,
    },
  })
  const signers = await createSignerFinder(api.secrets)(api.sql, api.a.organizationId)
  const { raw } = await built({}, { dkim: signers.get('example.com') ?? expect.fail() })
  expect(verifyDkim(raw, publicKeyOf(body.data))).toContain('list-unsubscribe-post')
  expect(raw.toString('latin1')).toMatch(/d=example\.com;.*s=quiver;/s)
})

test('a given key is accepted, and its private half is never shown or stored in the clear', async () => {
  const api = await anApi(dkimKeyRoutes)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const created = await api.call<Key>('POST', 'dkim_keys', { domain: 'example.com', private_key: pem })
  expect(publicKeyOf(created.body.data).equals(publicKey)).toBe(true)
  const shown = await api.call('GET', `dkim_keys/${created.body.data.id}`)
  const [row] = await api.sql`select k::text, encode(private_key_sealed, 'escape') as sealed from dkim_keys k`
  const everything = JSON.stringify([
    created.body,
    shown.body,
    (await api.call('GET', 'dkim_keys')).body,
    row,
  ])
  expect(everything).not.toMatch(/PRIVATE KEY/)
  // A line after the public half, with which a private key begins.
  expect(everything).not.toContain(pem.split('\n').at(-4))
})

test('the newest active key of a domain signs', async () => {
  const api = await anApi(dkimKeyRoutes)
  const make = async (domain: string, selector: string) =>
    (await api.call<Key>('POST', 'dkim_keys', { domain, selector })).body.data
  const old = await make('example.com', 'old')
  const fresh = await make('example.com', 'fresh')
  await make('other.example', 'other')
  const selectors = async () => {
    const signers = await createSignerFinder(api.secrets)(api.sql, api.a.organizationId)
    const signed = await Promise.all(
      [...signers].map(async ([domain, dkim]) => [
        domain,
        / s=(\w+);/.exec((await built({}, { dkim })).raw.toString('latin1'))?.[1],
      ]),
    )
    return Object.fromEntries(signed) as Record<string, string>
  }
  expect(await selectors()).toEqual({ 'example.com': 'fresh', 'other.example': 'other' })
  await api.call('PUT', `dkim_keys/${fresh.id}`, { active: false })
  expect(await selectors()).toMatchObject({ 'example.com': 'old' })
  await api.call('DELETE', `dkim_keys/${old.id}`)
  expect(await selectors()).toEqual({ 'other.example': 'other' })
  expect((await createSignerFinder(api.secrets)(api.sql, api.b.organizationId)).size).toBe(0)
})

test('an RSA and an Ed25519 key of a domain both sign, in addition to the keys of the server', async () => {
  const api = await anApi(dkimKeyRoutes)
  const make = async (input: object, as = api.a) =>
    (await api.call<Key>('POST', 'dkim_keys', input, as)).body.data
  const rsa = await make({ domain: 'a.example' })
  const ed25519 = await make({ domain: 'a.example', algorithm: 'ed25519' })
  expect(ed25519).toMatchObject({
    selector: 'quiver-ed25519',
    dns_value: expect.stringMatching(/^v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/),
  })
  await make({ domain: 'operator.example' }, api.system)
  const server = { database: api.sql, domain: 'operator.example' }
  const signers = await createSignerFinder(api.secrets, server)(api.sql, api.a.organizationId)
  const { raw } = await built({}, { dkim: signers.get('a.example') ?? expect.fail() })
  expect(verifyDkim(raw, publicKeyOf(rsa))).toContain('from')
  const [, x = ''] = /p=(.*)$/.exec(ed25519.dns_value) ?? []
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(x, 'base64').toString('base64url') }
  expect(verifyDkim(raw, createPublicKey({ key: jwk, format: 'jwk' }))).toContain('from')
  expect([...raw.toString('latin1').matchAll(/ d=([a-z.]+);/g)].map(([, domain]) => domain)).toEqual([
    'a.example',
    'a.example',
    'operator.example',
  ])
  const other = await built({}, { dkim: signers.get('') ?? expect.fail() })
  expect(other.raw.toString('latin1').match(/ d=[a-z.]+;/g)).toEqual([' d=operator.example;'])
})

test('an internationalized domain is published and signed in its DNS form', async () => {
  const api = await anApi(dkimKeyRoutes)
  const { body } = await api.call<Key>('POST', 'dkim_keys', { domain: 'Bücher.example', selector: 'Q.2026' })
  expect(body.data).toMatchObject({
    domain: 'bücher.example',
    dns_name: 'q.2026._domainkey.xn--bcher-kva.example',
  })
  const signers = await createSignerFinder(api.secrets)(api.sql, api.a.organizationId)
  const { raw } = await built({}, { dkim: signers.get('bücher.example') ?? expect.fail() })
  expect(raw.toString('latin1')).toContain('d=xn--bcher-kva.example;')
})

test('rejects invalid keys', async () => {
  const api = await anApi(dkimKeyRoutes)
  const pem = (key: { export: (how: { type: 'pkcs8'; format: 'pem' }) => string | Buffer }) =>
    key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const bad = 'private_key must be an RSA private key of 1024 to 4096 bits, or an Ed25519 one, in PEM'
  await api.call('POST', 'dkim_keys', { domain: 'example.com' })
  for (const [input, message] of [
    [{ domain: 'example.com' }, 'selector has already been taken'],
    [{ domain: 'localhost' }, 'domain is not a valid domain'],
    [{ domain: 'a.example', selector: 'a b' }, 'selector must be letters, digits and dashes'],
    [{ domain: 'a.example', selector: 'a;p=' }, 'selector must be letters, digits and dashes'],
    [{ domain: 'a.example', private_key: 'hello' }, bad],
    [{ domain: 'a.example', private_key: pem(generateKeyPairSync('ed448').privateKey) }, bad],
    [{ domain: 'a.example', algorithm: 'dsa' }, 'algorithm must be one of rsa, ed25519'],
    [
      { domain: 'a.example', algorithm: 'rsa', private_key: pem(generateKeyPairSync('ed25519').privateKey) },
      'algorithm must be ed25519, as private_key is',
    ],
    [
      {
        domain: 'a.example',
        private_key: pem(generateKeyPairSync('rsa', { modulusLength: 768 }).privateKey),
      },
      bad,
    ],
  ] as const) {
    expect(await api.call('POST', 'dkim_keys', input)).toMatchObject(invalidBecause(message))
  }
})

test('rejects a damaged key when it is posted', async () => {
  const api = await anApi(dkimKeyRoutes)
  const [good, other] = [0, 1].map(() =>
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'jwk' }),
  )
  for (const mixed of [
    { ...good, n: other?.n ?? '' },
    { ...good, d: other?.d ?? '', dp: other?.dp ?? '' },
  ]) {
    const key = createPrivateKey({ key: mixed, format: 'jwk' })
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(await api.call('POST', 'dkim_keys', { domain: 'a.example', private_key: pem })).toMatchObject(
      invalidBecause(
        'private_key must be an RSA private key of 1024 to 4096 bits, or an Ed25519 one, in PEM',
      ),
    )
  }
})

test('an organization generates two keys at a time, independently of other organizations', async () => {
  const api = await anApi(dkimKeyRoutes)
  const make = (selector: string, as = api.b) =>
    api.call<Key>('POST', 'dkim_keys', { domain: 'b.example', selector }, as)
  const crowd = Array.from({ length: 12 }, (_, number) => make(`s${number}`))
  expect((await make('own', api.a)).status).toBe(200)
  const answers = await Promise.all(crowd)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.error_message).toBe(
    'other DKIM keys of the organization are being generated: wait until they are done',
  )
})

test('a check says what the DNS has in place of the record, and what to do', async () => {
  const dns = await aDnsServer()
  const api = await anApi((route, secrets) => dkimKeyRoutes(route, secrets, createTxtLookup([dns.address])))
  const { data: key } = (await api.call<Key>('POST', 'dkim_keys', { domain: 'Bücher.example' })).body
  const check = async (records?: string[]) => {
    if (records === undefined) dns.txt.delete(key.dns_name)
    else dns.txt.set(key.dns_name, records)
    const { status, body } = await api.call('POST', `dkim_keys/${key.id}/check`)
    expect([status, body.data]).toMatchObject([200, { id: key.id, checked_at: expect.stringMatching(/^20/) }])
    return body.data as { check_state: string; problem: string; records: string[] }
  }
  const value = key.dns_value
  const [, p = ''] = value.split('p=')
  expect(await check()).toMatchObject({
    check_state: 'missing',
    problem: expect.stringContaining(`no TXT record at ${key.dns_name}`),
    records: [],
  })
  const found: [records: string[], state: string, problem: RegExp][] = [
    [['v=spf1 -all'], 'missing', /no TXT record is a DKIM record/],
    [[value.slice(0, -60)], 'faulty', /is cut after \d+ of \d+ characters/],
    [[`v=DKIM1; k=rsa; p=${Buffer.from('another key').toString('base64')}`], 'other_key', /has another key/],
    [['v=DKIM1; p='], 'other_key', /revokes the key/],
    [['v=DKIM1; k=rsa'], 'faulty', /has no p=/],
    [[`v=DKIM1 k=rsa p=${p}`], 'faulty', /has no p=/],
    [[`"v=DKIM1"; p=${p}`], 'faulty', /is not a list of tags/],
    [[`k=rsa; v=DKIM1; p=${p}`], 'faulty', /must begin with v=DKIM1/],
    [[value.replace('k=rsa', 'k=ed25519')], 'faulty', /says k=ed25519, but the key is rsa/],
    [[value.replace('k=rsa', 'h=sha1')], 'faulty', /h=sha256/],
    [[value.replace('k=rsa', 's=other')], 'faulty', /s=email/],
    [[value, value], 'faulty', /has 2 DKIM records/],
    [[`p=${p.replace(/(.{64})/g, '$1 ')};`, 'v=spf1 -all'], 'found', /^$/],
    [[value], 'found', /^$/],
  ]
  for (const [records, state, problem] of found) {
    const answer = await check(records)
    expect([records, answer.check_state]).toEqual([records, state])
    expect(answer.problem).toMatch(problem)
    expect(answer.records).toEqual(records)
  }
  dns.isBroken = true
  expect(await check([value])).toMatchObject({
    check_state: 'unknown',
    problem: expect.stringContaining('ESERVFAIL'),
  })
  const shown = await api.call('GET', `dkim_keys/${key.id}`)
  expect(shown.body.data).toMatchObject({
    check_state: 'unknown',
    problem: expect.stringContaining('ESERVFAIL'),
  })
})
