import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { aLink, aSentCampaign, send, stateOf } from '../../harness/sending/readers.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { createTrackingTokens } from '../../../src/tracking/token.ts'

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

test('no request to the public paths causes a server error', async () => {
  const started = await aSentCampaign()
  const valid = [
    started.token('open'),
    started.token('click'),
    started.token('unsubscribe'),
    started.token('web_view'),
  ]
  const segment = fc.oneof(
    fc.constantFrom(...valid),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.stringMatching(/^[A-Za-z0-9_%./-]{0,80}$/),
  )
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST'),
    letter: fc.constantFrom('o', 'c', 'u', 'w'),
    segment,
    payload: fc.option(fc.string({ unit: 'binary', maxLength: 100 }), { nil: undefined }),
    headers: fc.constantFrom(
      {},
      form,
      { 'content-type': 'multipart/form-data' },
      { 'x-version': '9' },
      { range: 'bytes=0-' },
    ),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, letter, segment, payload, headers }) => {
      const body = payload === undefined || method !== 'POST' ? {} : { payload }
      const url = `/${letter}/${segment}`
      const reply = await started.visit(method, url, { headers, ...body })
      expect(reply.statusCode).toBeLessThan(500)
    }),
    { numRuns: 1_000 },
  )
  const large = await started.visit('POST', started.path('unsubscribe'), { payload: 'x'.repeat(100_000) })
  // The body is ignored.
  expect(large.statusCode).toBe(200)
}, 180_000)
