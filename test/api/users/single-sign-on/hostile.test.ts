import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { consolePath } from '../../../../src/actions/users/single-sign-on/begin.ts'
import { aKey, unsigned, type OpenIdProvider } from '../../../harness/fakes/openid-provider.ts'
import {
  aBrowser,
  aSingleSignOn,
  begin,
  comeBack,
  enter,
  offer,
  visit,
  type SingleSignOnWorld,
} from '../../../harness/records/single-sign-on.ts'

const seconds = () => Math.floor(Date.now() / 1000)

/** @returns what the log of the organization says of the last refusal */
async function refusalIn({ api }: SingleSignOnWorld): Promise<string> {
  const [row] = await api.sql<{ details: object }[]>`
    select details from audit_events
    where organization_id = ${api.a.organizationId} and kind = 'session.refused' order by id desc limit 1`
  return JSON.stringify(row?.details)
}

async function isNobodyIn({ api }: SingleSignOnWorld): Promise<boolean> {
  const [row] = await api.sql<[{ count: number }]>`
    select (select count(*) from user_sessions) + (select count(*) from users) + (select count(*) from user_identities) as count`
  return row.count === 0
}

type Lie = { name: string; words: RegExp; tell: (provider: OpenIdProvider) => Promise<void> | void }

const claims = (change: (claims: JWTPayload) => JWTPayload) => (provider: OpenIdProvider) => {
  provider.claims = change
}

const without = (all: JWTPayload, name: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))

const lies: Lie[] = [
  { name: 'another nonce', words: /nonce/, tell: claims((all) => ({ ...all, nonce: 'another' })) },
  { name: 'no nonce', words: /nonce/, tell: claims((all) => without(all, 'nonce')) },
  { name: 'another audience', words: /aud/, tell: claims((all) => ({ ...all, aud: 'another client' })) },
  {
    name: 'several audiences, and another party',
    words: /azp/,
    tell: claims((all) => ({ ...all, aud: ['quiver', 'other'], azp: 'other' })),
  },
  { name: 'another issuer', words: /iss/, tell: claims((all) => ({ ...all, iss: 'https://other.example' })) },
  {
    name: 'a token that has expired',
    words: /exp/,
    tell: claims((all) => ({ ...all, iat: seconds() - 900, exp: seconds() - 300 })),
  },
  {
    name: 'a token of the future',
    words: /in the future/,
    tell: claims((all) => ({ ...all, iat: seconds() + 300, exp: seconds() + 900 })),
  },
  { name: 'no subject', words: /sub/, tell: claims((all) => without(all, 'sub')) },
  {
    name: 'an unsigned token',
    words: /alg/,
    tell: (provider) => {
      provider.token = (_signed, all) => unsigned(all)
    },
  },
  {
    name: 'an unsigned token of a provider that announces it',
    words: /unsupported|alg/,
    tell: (provider) => {
      provider.token = (_signed, all) => unsigned(all)
      provider.metadata = (all) => ({ ...all, id_token_signing_alg_values_supported: ['none', 'RS256'] })
    },
  },
  {
    name: 'a token with a changed claim',
    words: /signature/,
    tell: (provider) => {
      provider.token = (signed, all) => {
        const [head = '', , signature = ''] = signed.split('.')
        const changed = Buffer.from(JSON.stringify({ ...all, sub: 'boss' })).toString('base64url')
        return [head, changed, signature].join('.')
      }
    },
  },
  {
    name: 'a token that a key signed which is not published',
    words: /signature|key/,
    tell: async (provider) => {
      const { jwk } = provider.signer
      const other = await aKey()
      provider.signer = { ...other, jwk: { ...other.jwk, kid: jwk.kid ?? '' } }
    },
  },
  {
    name: 'the claims of somebody else beside the token',
    words: /sub/,
    tell: (provider) => {
      provider.claims = (all) => without(all, 'email')
      provider.userInfo = (all) => ({ ...all, sub: 'boss', email: 'boss@example.com' })
    },
  },
  {
    name: 'metadata of another issuer',
    words: /issuer/,
    tell: (provider) => {
      provider.metadata = (all) => ({ ...all, issuer: 'https://other.example' })
    },
  },
  {
    name: 'an answer without end',
    words: /sent more than/,
    tell: (provider) => {
      provider.intercept = ({ url }, response) => {
        if (url !== '/jwks') return false
        response.write('{"keys":["')
        const more = () => response.destroyed || (response.write('x'.repeat(60_000)), setImmediate(more))
        more()
        return true
      }
    },
  },
  {
    name: 'a redirect to another server for its keys',
    words: /./,
    tell: (provider) => {
      provider.intercept = ({ url }, response) => {
        if (url !== '/jwks') return false
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
        return true
      }
    },
  },
]

describe('nobody gets in, and the log says why, by a provider that sends', () => {
  test.each(lies)('$name', async ({ tell, words }) => {
    const world = await aSingleSignOn()
    const { name } = await offer(world)
    const browser = aBrowser()
    const address = await visit(browser, await begin(world, browser, { provider: name }))
    await tell(world.provider)
    const { location } = await comeBack(world, browser, address)
    expect(location).toMatch(/\/console\/log-in\?problem=(invalid|unreachable)$/)
    expect(await refusalIn(world)).toMatch(words)
    expect(await isNobodyIn(world)).toBe(true)
  })
})

test('clocks may differ by less than a minute', async () => {
  const world = await aSingleSignOn()
  const { name } = await offer(world)
  world.provider.claims = (all) => ({ ...all, iat: seconds() + 40, exp: seconds() + 600 })
  expect((await enter(world, name)).location).toMatch(/console\/$/)
  world.provider.claims = (all) => ({ ...all, iat: seconds() - 600, exp: seconds() - 40 })
  expect((await enter(world, name)).location).toMatch(/console\/$/)
})

test('keys may be changed between two log-ins, and during one', async () => {
  const world = await aSingleSignOn()
  const { provider } = world
  const { name } = await offer(world)
  expect((await enter(world, name)).location).toMatch(/console\/$/)
  provider.signer = await aKey()
  provider.jwks = [provider.signer.jwk]
  expect((await enter(world, name)).location).toMatch(/console\/$/)
  const browser = aBrowser()
  const address = await visit(browser, await begin(world, browser, { provider: name }))
  provider.signer = await aKey()
  provider.jwks = [provider.signer.jwk]
  expect((await comeBack(world, browser, address)).location).toMatch(/console\/$/)
})

describe('what comes back counts', () => {
  test('once: neither the address nor the cookie works again', async () => {
    const world = await aSingleSignOn()
    const { name } = await offer(world)
    const browser = aBrowser()
    const address = await visit(browser, await begin(world, browser, { provider: name }))
    const kept = new Map(browser.here)
    expect((await comeBack(world, browser, address)).location).toMatch(/console\/$/)
    expect((await comeBack(world, browser, address)).location).toMatch(/problem=expired$/)
    const again = { here: kept, there: browser.there }
    expect((await comeBack(world, again, address)).location).toMatch(/problem=expired$/)
    expect([...(await world.api.sql`select id from user_sessions`)]).toHaveLength(1)
  })

  test('in the browser in which it began', async () => {
    const world = await aSingleSignOn()
    const { name } = await offer(world)
    const mine = aBrowser()
    const address = await visit(mine, await begin(world, mine, { provider: name }))
    expect((await comeBack(world, aBrowser(), address)).location).toMatch(/problem=expired$/)
    const other = aBrowser()
    await begin(world, other, { provider: name })
    expect((await comeBack(world, other, address)).location).toMatch(/problem=expired$/)
    expect(await isNobodyIn(world)).toBe(true)
  })

  test('from the provider that it was begun with', async () => {
    const world = await aSingleSignOn()
    const { name } = await offer(world)
    for (const iss of ['https://other.example', null]) {
      const browser = aBrowser()
      const address = await visit(browser, await begin(world, browser, { provider: name }))
      if (iss === null) address.searchParams.delete('iss')
      else address.searchParams.set('iss', iss)
      expect((await comeBack(world, browser, address)).location).toMatch(/problem=invalid$/)
      expect(await refusalIn(world)).toContain('iss')
    }
    await offer(world, { email_domains: [] }, world.api.b)
    const browser = aBrowser()
    const address = await visit(browser, await begin(world, browser, { provider: name }))
    address.pathname = address.pathname.replace(/\d+$/, String(world.api.b.organizationId))
    expect((await comeBack(world, browser, address)).location).toMatch(/problem=expired$/)
    expect(await isNobodyIn(world)).toBe(true)
  })

  test('with the code of this log-in', async () => {
    const world = await aSingleSignOn()
    const { name } = await offer(world)
    const [mine, other] = [aBrowser(), aBrowser()]
    const address = await visit(mine, await begin(world, mine, { provider: name }))
    const elsewhere = await visit(other, await begin(world, other, { provider: name }))
    address.searchParams.set('code', elsewhere.searchParams.get('code') ?? '')
    expect((await comeBack(world, mine, address)).location).toMatch(/problem=invalid$/)
    expect(await isNobodyIn(world)).toBe(true)
  })

  test('within ten minutes, and with a cookie of this server', async () => {
    const world = await aSingleSignOn()
    const { name } = await offer(world)
    const browser = aBrowser()
    const address = await visit(browser, await begin(world, browser, { provider: name }))
    const cookie = browser.here.get('__Host-quiver_log_in') ?? ''
    for (const changed of ['', 'a.b.c.d.e', `${cookie.slice(0, -4)}AAAA`]) {
      browser.here.set('__Host-quiver_log_in', changed)
      expect((await comeBack(world, browser, address)).location).toMatch(/problem=expired$/)
    }
  })
})

test('who says no at the provider is told so', async () => {
  const world = await aSingleSignOn()
  world.provider.whoever = ''
  const { name } = await offer(world)
  const browser = aBrowser()
  const url = await begin(world, browser, { provider: name })
  world.provider.intercept = (request) => {
    if (request.url?.startsWith('/interaction/') === true) request.url += '?as='
    return false
  }
  expect((await comeBack(world, browser, await visit(browser, url))).location).toMatch(/problem=refused$/)
})

test('a log-in leads nowhere but into the console', () => {
  for (const to of ['/o/2/lists?q=a#b', '/', '/me']) expect(consolePath(to)).toBe(to)
  const elsewhere = [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/../log_in',
    '/..//evil.example',
    '/%2e%2e/%2e%2e/ga/api',
    'javascript:alert(1)',
    '/a\r\nset-cookie: a=b',
  ]
  for (const to of elsewhere) expect([to, consolePath(to)]).toEqual([to, '/'])
})

test('a private address is not asked', async () => {
  const world = await aSingleSignOn()
  const { api } = world
  const { id, name } = await offer(world)
  await api.sql`update log_in_providers set issuer = 'https://10.0.0.7/' where id = ${id}`
  await expect(begin(world, aBrowser(), { provider: name })).rejects.toThrow('does not answer as it should')
  const { body } = await api.call('POST', `log_in_providers/${id}/test`)
  expect(body.data).toMatchObject({
    works: false,
    problem: expect.stringMatching(/private addresses.*WEBHOOK_ALLOW/),
  })
})
