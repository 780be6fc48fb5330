import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { webFormRoutes } from '../../../src/http/lists/forms/routes.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { publicPaths, somePublicLinks } from '../../harness/fuzz/public-links.ts'
import { rowsOf } from '../../harness/records/tenants.ts'
import type { WebForm } from '../../harness/returned/forms.ts'
import { aLink, aSentCampaign, baseUrl, send, stateOf } from '../../harness/sending/readers.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { createTrackingTokens } from '../../../src/links/token.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('a token with one changed character, cut off, of another kind or of another server is rejected', async () => {
  const started = await aSentCampaign()
  const before = await stateOf(started)
  const answers = new Set<string>()
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const reply = await started.visit(method, url)
    answers.add(`${reply.statusCode} ${reply.headers['content-type']} ${reply.body}`)
  }
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const token = started.token('unsubscribe')
  for (let place = 0; place < token.length; place++) {
    const changed = alphabet.split('').filter((letter) => letter !== token[place])
    await Promise.all(
      changed.map((letter) => ask('POST', `/u/${token.slice(0, place)}${letter}${token.slice(place + 1)}`)),
    )
  }
  for (const kind of ['open', 'click', 'web_view'] as const) await ask('POST', `/u/${started.token(kind)}`)
  for (const letter of ['o', 'c', 'w']) await ask('GET', `/${letter}/${token}`)
  for (const text of [token.slice(0, -1), `${token}A`, `${token}=`, 'x', '%00', 'a'.repeat(15_000)]) {
    await ask('POST', `/u/${text}`)
  }
  const other = createTrackingTokens(openSecrets('another secret, also of thirty-two characters'))
  const ref = { listId: started.listId, sourceId: started.campaignId, source: 'campaign' } as const
  const forged = {
    kind: 'unsubscribe',
    organizationId: started.organizationId,
    subscriberId: 1,
    ...ref,
  } as const
  await ask('POST', `/u/${other.write(forged)}`)
  expect(answers.size).toBe(1)
  expect([...answers][0]).toMatch(/^404 text\/html/)
  expect(await stateOf(started)).toEqual(before)
})

test('a token is valid only for its organization, not for campaigns, links and lists of another', async () => {
  const started = await aSentCampaign()
  const { api, visit, path } = started
  const theirs = await send(api, api.b, ['ann@example.com'])
  const before = await stateOf(started)
  // Only the server secret could sign these, or a restored database could give old ids a new meaning.
  const [subscriberId = 0] = theirs.subscriberIds
  const foreign = { listId: theirs.listId, sourceId: theirs.campaignId, subscriberId }
  for (const url of [
    path('click', { linkId: theirs.linkId }),
    path('click', { ...foreign, linkId: theirs.linkId }),
    path('unsubscribe', foreign),
    path('unsubscribe', { listId: theirs.listId }),
    path('web_view', foreign),
    path('web_view', { subscriberId }),
  ]) {
    expect([url, (await visit('GET', url)).statusCode]).toEqual([url, 404])
  }
  expect((await visit('POST', path('unsubscribe', foreign))).statusCode).toBe(404)
  await visit('GET', path('open', foreign))
  expect(await stateOf(started)).toEqual(before)
})

test('a link of another campaign, and a target that is not a web address, are not found', async () => {
  const { api, organizationId, visit, path, campaignId, contentId } = await aSentCampaign()
  const other = await send(api, api.a, [])
  const bad = await aLink(api, organizationId, {
    campaign_id: campaignId,
    content_id: contentId,
    url: 'javascript:1',
  })
  for (const linkId of [other.linkId, bad, 999_999]) {
    expect((await visit('GET', path('click', { linkId }))).statusCode).toBe(404)
  }
  const reply = await visit('GET', `${path('click')}?url=https://evil.example&target=https://evil.example`)
  expect(reply.headers.location).toBe('https://shop.example/a?b=1&c=2')
})

/** Links of Ann, of a form, and of the wishes of some for another address. Bob has none, and neither has organization B. */
async function aWorldOfLinks() {
  const many = Array.from({ length: 6 }, (_, index) => `p${index}@example.com`)
  const emails = ['ann@example.com', 'bob@example.com', ...many]
  const started = await aSentCampaign(emails, {}, (route) => webFormRoutes(route, { baseUrl }))
  const { api, sql, organizationId, listId, visit } = started
  const [ann = 0, bob = 0, ...wishers] = started.subscriberIds
  const theirs = await send(api, api.b, ['bea@example.com'])
  const others = [await aList(sql, organizationId, { name: 'Garden' }), theirs.listId]
  for (const [organization, list] of [
    [organizationId, others[0]],
    [api.b.organizationId, theirs.listId],
  ] as const)
    // oxfmt-ignore
    await sql`insert into list_preferences (organization_id, mailing_list_id, is_public) values (${organization}, ${list ?? 0}, true)`
  const fieldId = await aField(sql, organizationId, listId, { name: 'First name' })
  const made = await api.call<WebForm>('POST', `mailing_lists/${listId}/web_forms`, {
    name: 'Door',
    fields: [{ custom_field_id: fieldId }],
  })
  const links = await somePublicLinks({
    sql,
    secrets: api.secrets,
    ref: {
      organizationId,
      listId,
      source: 'campaign',
      sourceId: started.campaignId,
      subscriberId: ann,
    },
    linkId: started.linkId,
    wishers,
    form: made.body.data,
    fieldId,
    otherListIds: others,
    post: (url, payload) => visit('POST', url, { payload, headers: form }),
  })
  /** What no link of this world may change. */
  const untouched = async () => ({
    theirs: await rowsOf(sql, api.b.organizationId),
    bob: await sql`select * from subscribers where id = ${bob} or key = 'bob@example.com'`,
  })
  return { ...links, visit, untouched, started }
}

const segments = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[A-Za-z0-9_%./-]{0,80}$/),
)

/** A form as the pages send it, with some other values; or any text. */
function payloads(entries: Record<string, readonly string[]>) {
  const text = fc.string({ unit: 'binary', maxLength: 100 })
  const values = Object.fromEntries(
    Object.entries(entries).map(([name, valid]) => [
      name,
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...valid) }, text),
    ]),
  )
  const sent = fc
    .record(values, { requiredKeys: [] })
    .map((given) => new URLSearchParams(given as Record<string, string>).toString())
  return fc.oneof({ weight: 3, arbitrary: sent }, text)
}

test('no request to the public paths causes a server error, tells of others or changes them', async () => {
  const { links, changes, entries, visit, untouched, started } = await aWorldOfLinks()
  const request = fc.record({
    target: fc.constantFrom(...publicPaths),
    method: fc.option(fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'), { nil: undefined, freq: 4 }),
    segment: fc.option(fc.oneof(fc.constantFrom(...Object.values(links)), segments), { freq: 2 }),
    nth: fc.nat(changes.length - 1),
    payload: payloads(entries),
    headers: fc.constantFrom(
      {},
      form,
      { 'content-type': 'multipart/form-data' },
      { 'x-version': '9' },
      { range: 'bytes=0-' },
      { origin: 'https://evil.example' },
    ),
  })
  const before = await untouched()
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(request, async ({ target, method = target.method, nth, segment, payload, headers }) => {
      const valid: Record<string, string | undefined> = { ...links, change: changes[nth] }
      const url = target.path.replace(/([^/]+)\/\{\w+\}/, (_, before: string) => `${before}/${segment ?? valid[before]}`) // oxfmt-ignore
      const reply = await visit(method, url, { headers, ...(method === 'POST' ? { payload } : {}) })
      expect(reply.statusCode).toBeLessThan(500)
      expect(reply.body).not.toMatch(/bea@example\.com|node_modules|PostgresError/)
      // A form shows again what was sent.
      if (!payload.includes('bob%40')) expect(reply.body).not.toContain('bob@example.com')
      if (reply.statusCode < 400) reached.add(target.path)
    }),
    { numRuns: 1_000 },
  )
  expect(await untouched()).toEqual(before)
  expect(reached.size).toBeGreaterThan(publicPaths.length / 3)
  const large = await started.visit('POST', started.path('unsubscribe'), { payload: 'x'.repeat(100_000) })
  // The body is ignored.
  expect(large.statusCode).toBe(200)
}, 180_000)
