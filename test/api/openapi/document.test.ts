import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { endpoint } from '../../../src/contract/api/endpoint.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { errorStatus } from '../../../src/contract/api/errors.ts'
import { checkFields } from '../../../src/contract/api/problems.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { aServer } from '../../harness/core/server.ts'
import { requestExamples } from '../../../src/http/openapi/examples.ts'
import { refusals, textParameters } from '../../../src/http/openapi/text.ts'
import { openApiDocument } from '../../../src/http/openapi/document.ts'

const document = openApiDocument(endpoints)
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

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
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${nameless(path)}`),
      )
    expect(listed.toSorted()).toEqual(routed.toSorted())
    expect(listed.length).toBeGreaterThan(endpoints.length)
  })

  test('stands in docs/openapi.json as it is (`npm run openapi` writes it)', async () => {
    const text = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('gives every operation a name of its own, aliases included', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(endpoints.map(({ id }) => id)))
    expect(names).toContain('showSubscriberImport_2')
  })

  test('refuses two endpoints with one method and path', () => {
    const twin = endpoint({ ...showMailingList, id: 'twin', path: 'mailing_lists/:mailing_list_id' })
    expect(() => openApiDocument([showMailingList, twin])).toThrow(
      'GET /ga/api/v2/mailing_lists/{id} is there twice',
    )
  })

  test('describes every parameter of a path', () => {
    for (const { operationId, parameters } of operations) {
      for (const { name, in: place, schema } of parameters) {
        if (place !== 'path') continue
        const isKnown = schema['type'] === 'integer' || name in textParameters
        expect(isKnown, `${operationId} ${name}`).toBe(true)
      }
    }
  })

  test('has only references that lead somewhere', () => {
    const text = JSON.stringify(document)
    const references = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, , name]) => name),
    )
    const known = [...Object.keys(document.components.schemas), ...Object.keys(document.components.responses)]
    expect(known).toEqual(expect.arrayContaining([...references]))
    expect(text.split('"$ref"').length).toBeGreaterThan(100)
    expect(text.replaceAll(/"\$ref":"#\/components\/\w+\/\w+"/g, '')).not.toContain('$ref')
  })

  test('has an answer for every error code', () => {
    const codes = Object.values(refusals).flatMap((refusal): readonly string[] => refusal.codes)
    expect([...new Set(codes)].toSorted()).toEqual(Object.keys(errorStatus).toSorted())
  })

  test('offers for every body an example that the server takes', () => {
    const withBody = endpoints.filter(({ body }) => body !== undefined)
    expect(Object.keys(requestExamples).toSorted()).toEqual(withBody.map(({ id }) => id).toSorted())
    for (const { id, body } of withBody) {
      if (body !== undefined) expect(() => checkFields(body, requestExamples[id]), id).not.toThrow()
    }
  })
})

function nameless(path: string): string {
  return path.replaceAll(/:\w+|\{\w+\}/g, '{}')
}
