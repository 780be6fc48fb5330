import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatCredential, parseAuthorization } from '../../../src/contract/api/credential.ts'
import { apiKeyRoutes } from '../../../src/http/api-keys.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { anActor, anApi, type Api } from '../../harness/core/api.ts'
import { medianOf } from '../../harness/core/measure.ts'

/** A2: the duration of a rejection does not reveal what is wrong with a credential. */

const rounds = 1_000
const gapMsMax = 1

test(`${rounds} refusals of each kind of bad credential take as long as those of the others`, async () => {
  const api = await anApi(mailingListRoutes, (route, secrets) =>
    apiKeyRoutes(route, { secrets, pageTokens: createPageTokens(secrets), revealApiKeys: 'once' }),
  )
  const credentials = await badCredentials(api)
  const kinds = Object.keys(credentials)
  const spans: Record<string, number[]> = {}
  const measure = async (kind: string) => {
    const start = performance.now()
    const reply = await api.app.inject({
      url: '/ga/api/v2/mailing_lists',
      headers: { authorization: `Basic ${credentials[kind]}` },
    })
    ;(spans[kind] ??= []).push(performance.now() - start)
    expect(reply.statusCode).toBe(401)
  }
  // Warm-up: compilation and caching are not measured.
  for (const kind of kinds) for (let round = 0; round < 50; round += 1) await measure(kind)
  for (const kind of kinds) spans[kind] = []
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < kinds.length; turn += 1) {
      // The order changes each round, so that no kind always pays for work that is due between rounds.
      await measure(kinds[(turn + round) % kinds.length] ?? '')
    }
  }
  const medians = Object.fromEntries(kinds.map((kind) => [kind, medianOf(spans[kind] ?? [])]))
  const values = Object.values(medians)
  expect(Math.max(...values) - Math.min(...values), JSON.stringify(medians)).toBeLessThan(gapMsMax)
})

/** Credentials of one organization, as an attacker could have them. */
async function badCredentials(api: Api): Promise<Record<string, string>> {
  const { sql, secrets, a } = api
  const { organizationId } = a
  const inactive = await anActor(sql, secrets, organizationId)
  await sql`update api_keys set active = false where id = ${inactive.apiKeyId}`
  const deleted = await anActor(sql, secrets, organizationId)
  expect((await api.call('DELETE', `api_keys/${deleted.apiKeyId}`)).status).toBe(200)
  const key = parseAuthorization(`Basic ${a.credential}`)?.key ?? ''
  const wrongEnd = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
  return {
    unknown: formatCredential({ organizationId, key: randomBytes(20).toString('hex') }),
    'wrong last byte': formatCredential({ organizationId, key: wrongEnd }),
    inactive: inactive.credential,
    deleted: deleted.credential,
  }
}
