import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { endpoint } from '../../../src/contract/api/endpoint.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { errorStatus } from '../../../src/contract/api/errors.ts'
import { checkFields } from '../../../src/contract/api/problems.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { endpointTable } from '../../../scripts/endpoint-table.ts'
import { settingsPage } from '../../../scripts/settings-page.ts'
import { aServer } from '../../harness/core/server.ts'
import { needOf, type Need } from '../../harness/records/needs.ts'
import { requestExamples } from '../../../src/http/openapi/examples.ts'
import { refusals } from '../../../src/http/openapi/text.ts'
import { openApiDocument } from '../../../src/http/openapi/document.ts'
import { parametersOf } from '../../../src/http/openapi/parameters.ts'
import { tusPaths } from '../../../src/http/openapi/uploads.ts'

const document = openApiDocument(endpoints)
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const file = new URL('../../../docs/openapi.json', import.meta.url)

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const verdict = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(verdict).toEqual({ valid: true })
  })

  test('lists every path and method that the server routes below the first mount, and no other', async () => {
    const routed: string[] = []
    await aServer({
      prepare: (app) =>
        app.addHook('onRoute', ({ method, url }) => {
          if (url.startsWith('/ga/') && method !== 'HEAD') routed.push(`${String(method)} ${nameless(url)}`)
        }),
    })
    const listed = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/ga/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) =>
          [path, ...(operation['x-aliases'] ?? [])].map((one) => `${method.toUpperCase()} ${nameless(one)}`),
        ),
      )
    // The server rewrites `organization/` before it routes, as all other spellings.
    const spelledAsRouted = listed.map((one) => one.replace('/v2/organization/', '/v2/organizations/'))
    expect([...new Set(spelledAsRouted)].toSorted()).toEqual(routed.toSorted())
    expect(listed.length).toBeGreaterThan(endpoints.length)
  })

  test('equals docs/openapi.json (`npm run openapi` writes it)', async () => {
    const text = await readFile(file, 'utf8')
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)))
    expect(text.split('\n').length).toBeLessThan(36_000)
  })

  test('stands beside the page of settings, of which there are at most forty (`npm run openapi` writes it)', async () => {
    const text = await readFile(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
    expect(text).toBe(await settingsPage())
    expect(text).toMatch(/\| `SMTP_CONNECTIONS` +\| +\| `10` +\| 1 to 1000 +\|/)
    expect(text.match(/^\| `[A-Z_]+` /gm)?.length).toBeLessThanOrEqual(40)
  })

  test('equals the lists in docs/endpoints.md (`npm run openapi` writes it)', async () => {
    const text = await readFile(new URL('../../../docs/endpoints.md', import.meta.url), 'utf8')
    expect(text).toBe(await endpointTable())
    expect(text).toMatch(/## lists\n[^#]*\n- GET `mailing_lists\/:id`\n/)
    expect(text).toMatch(/## webhooks\n[^#]*\n- GET\/POST `webhooks` organization_admin\n/)
    expect(text).toMatch(
      /## campaigns\n[^#]*\n- POST `mailing_lists\/:mailing_list_id\/campaigns` standard, campaign.create\n/,
    )
    const methods = [...text.matchAll(/^- ([A-Z/]+) `/gm)].flatMap(([, names = '']) => names.split('/'))
    expect(methods).toHaveLength(endpoints.length)
  })

  test('has every call that docs/comparison.md shows', async () => {
    const text = await readFile(new URL('../../../docs/comparison.md', import.meta.url), 'utf8')
    const shown = [...text.matchAll(/`([A-Z]+) ([a-z][^`]*)`/g)].map(
      ([, method, path]) => `${method} ${path}`,
    )
    const offered = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.filter((call) => !offered.includes(call))).toEqual([])
  })

  test('has one operation for each endpoint and health check, with its name', () => {
    const names = operations.map(({ operationId }) => operationId)
    const ofTus = Object.values(tusPaths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    const expected = [...endpoints.map(({ id }) => id), ...ofTus, 'isAlive', 'isReady']
    expect(names.toSorted()).toEqual(expected.toSorted())
    expect(document.paths['/ga/api/v2/subscriber_imports/{id}']?.['get']?.['x-aliases']).toEqual([
      '/ga/api/v2/mailing_lists/{mailing_list_id}/subscriber_imports/{id}',
    ])
  })

  test('names the allowed callers as the table of roles does', () => {
    for (const { id, method, path } of endpoints) {
      const operation = operations.find(({ operationId }) => operationId === id)
      const expected = sentenceOf(needOf(`${method} ${path}`), path)
      expect([id, String(operation?.['description']).split('\n\n').at(-1)]).toEqual([id, expected])
    }
  })

  test('requires the session token wherever the server does', () => {
    const schemesOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.['security']
    expect(schemesOf('showMailingList')).toEqual([{ basic: [] }, { bearer: [] }, { session: [] }])
    expect(schemesOf('createMailingList')).toEqual([{ basic: [] }, { bearer: [] }, { session: [], csrf: [] }])
    expect(schemesOf('createTotp')).toEqual([{ session: [], csrf: [] }])
    expect(schemesOf('createSession')).toEqual([])
  })

  test('refers to a component for every request record and every answer', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const answer = responses['200']
      if (answer !== undefined && 'content' in answer && !operationId.startsWith('is')) {
        const json = answer.content['application/json']?.schema
        expect(json === undefined || '$ref' in json, operationId).toBe(true)
      }
      const body = requestBody?.content['application/json']?.schema
      if (body !== undefined) expect(JSON.stringify(body), operationId).toMatch(/Input"\}\}?/)
    }
  })

  test('has summaries that fit a navigation, unique in their chapter', () => {
    for (const { operationId, summary } of operations) expect(summary.length, operationId).toBeLessThan(140)
    const titles = operations.map(({ tags, summary }) => `${String(tags)}: ${summary}`)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  test('describes every tag', () => {
    for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].*\.$/)
  })

  test('has no example that overwrites people', () => {
    expect(JSON.stringify(requestExamples)).not.toContain('overwrite')
  })

  test('cannot contain two endpoints with one method and path', () => {
    const twin = endpoint({ ...showMailingList, id: 'testTwin', path: 'mailing_lists/:mailing_list_id' })
    expect(() => openApiDocument([showMailingList, twin])).toThrow(
      'GET /ga/api/v2/mailing_lists/{id} is there twice',
    )
  })

  test('describes every parameter of a path', () => {
    for (const operation of operations) {
      for (const { name, in: place, description } of parametersOf(document, operation)) {
        if (place === 'path') expect(description, `${operation.operationId} ${name}`).toMatch(/^[A-Z].*\.$/)
      }
    }
  })

  test('has a refusal for every operation but those of health', () => {
    for (const { operationId, responses } of operations) {
      const refusal = Object.keys(responses).some((status) => status.startsWith('4'))
      expect(refusal || operationId === 'isAlive', operationId).toBe(true)
    }
  })

  test('says that a mailing list may be missing wherever a call names one', () => {
    const naming = operations.filter((operation) =>
      parametersOf(document, operation).some(({ name }) => name === 'mailing_list_id'),
    )
    expect(naming.map(({ operationId }) => operationId)).toContain('searchSubscribers')
    for (const { operationId, responses } of naming) expect(responses, operationId).toHaveProperty('404')
  })

  test('has no dangling references', () => {
    const text = JSON.stringify(document)
    const references = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, , name]) => name),
    )
    const { schemas, responses, parameters, headers } = document.components
    const known = [schemas, responses, parameters, headers].flatMap((components) => Object.keys(components))
    expect(known).toEqual(expect.arrayContaining([...references]))
    expect(text.split('"$ref"').length).toBeGreaterThan(100)
    expect(text.replaceAll(/"\$ref":"#\/components\/\w+\/\w+"/g, '')).not.toContain('$ref')
  })

  test('has an answer for every error code', () => {
    const codes = Object.values(refusals).flatMap((refusal): readonly string[] => refusal.codes)
    expect([...new Set(codes)].toSorted()).toEqual(Object.keys(errorStatus).toSorted())
  })

  test('has for every body an example that the server accepts', () => {
    const withBody = endpoints.filter(({ body }) => body !== undefined)
    expect(Object.keys(requestExamples).toSorted()).toEqual(withBody.map(({ id }) => id).toSorted())
    for (const { id, body } of withBody) {
      if (body !== undefined) expect(() => checkFields(body, requestExamples[id]), id).not.toThrow()
    }
  })
})

/** The sentence about callers, from the table of roles instead of the endpoint. */
function sentenceOf(need: Need, path: string): string {
  if (need === 'nobody') return 'Needs no credential.'
  if (/^(users\/current|sessions)\b/.test(path)) {
    const whom = need === 'user' ? 'of any role' : `with the role ${need as string}`
    return `Users who are logged in, ${whom}. Keys are refused.`
  }
  if (need === 'system_admin') return 'Keys and users: system_admin.'
  if (need === 'organization_admin') return 'Keys and users: organization_admin, system_admin.'
  const condition =
    need === 'user' ? '' : `; \`standard\` needs the permission \`${need.permissions.join('` or `')}\``
  return `Keys: organization_admin, system_admin. Users: any role${condition}.`
}

function nameless(path: string): string {
  return path.replaceAll(/:\w+|\{\w+\}/g, '{}')
}
