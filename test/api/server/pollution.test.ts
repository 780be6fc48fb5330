import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { isNight } from '../../harness/night.ts'
import { requestExamples } from '../../../src/http/openapi/examples.ts'

const keys = ['__proto__', 'constructor', 'prototype', 'toString']
const poisons = ['{"polluted":1}', '{"__proto__":{"polluted":1}}', '{"prototype":{"polluted":1}}', '"x"']

/** Bodies as text, because `JSON.stringify` would not write an own `__proto__`. */
function poisonedBodies(wrapper: string, example: object): string[] {
  return keys.flatMap((key) =>
    poisons.flatMap((poison) => {
      const record = JSON.stringify(example).replace(/^\{/, `{"${key}":${poison},`)
      return [
        `{"${wrapper}":${record}}`,
        record,
        `{"${key}":${poison},"${wrapper}":${JSON.stringify(example)}}`,
      ]
    }),
  )
}

/** A list and a field with the ids in the paths of the examples, so that calls reach the checks of their fields. */
async function prepare({ app, a }: Server): Promise<void> {
  const headers = { authorization: `Basic ${a.credential}` }
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload })
  await post('/api/mailing_lists', { name: 'List' })
  await post('/api/mailing_lists/1/custom_fields', { name: 'Field', field_type: 'text' })
  await post('/api/mailing_lists/1/subscribers', { email: 'ann@example.com' })
  await post('/api/mailing_lists/1/autoresponders', requestExamples['createAutoresponder'] ?? {})
}

/** Of two members with one name the last one counts. */
function anImport(members: string): string {
  const source = '{"type":"json","content":"a@example.com"}'
  return `{"subscriber_import":{"column_mapping":["email"],"file_source":${source},${members}}}`
}

function expectUnpolluted(): void {
  const fresh: object = {}
  expect('polluted' in fresh).toBe(false)
  expect('polluted' in Object).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
}

describe('keys that are members of every object', () => {
  test('change nothing beyond the call itself when they are in bodies', async () => {
    const server = await aServer()
    await prepare(server)
    const headers = { authorization: `Basic ${server.a.credential}` }
    for (const [number, { id, method, path, wrapper = 'data', body }] of endpoints.entries()) {
      if (body === undefined) continue
      const url = `/ga/api/v2/${path.replaceAll(/:\w+/g, '1')}`
      // By day each gets some of them, in turn.
      const bodies = poisonedBodies(wrapper, requestExamples[id] ?? {})
      for (const payload of bodies.filter((_, index) => isNight || (number + index) % 16 === 0)) {
        const answer = await server.app.inject({ method, url, headers, payload })
        expect(answer.statusCode, `${id} ${payload}\n${answer.body}`).toBeLessThan(500)
      }
      expectUnpolluted()
    }
    expect(server.faults).toEqual([])
  })

  test('change nothing when they are hash keys that a record stores', async () => {
    const server = await aServer()
    await prepare(server)
    const headers = { authorization: `Basic ${server.a.credential}` }
    for (const key of keys) {
      for (const poison of poisons) {
        const hash = `{"${key}":${poison},"Field":{"${key}":${poison},"value":"x"}}`
        const bodies: [string, 'POST' | 'PUT', string][] = [
          ['mailing_lists/1/subscribers/1', 'PUT', `{"subscriber":{"custom_fields":${hash}}}`],
          ['mailing_lists/1', 'PUT', `{"mailing_list":{"preview_custom_field_data":${hash}}}`],
          ['mailing_lists/1/subscriber_imports', 'POST', anImport(`"default_custom_fields":${hash}`)],
          ['mailing_lists/1/subscriber_imports', 'POST', anImport(`"overwrite_what":${hash}`)],
          ['mailing_lists/1/subscriber_imports', 'POST', anImport(`"column_mapping":["email","${key}"]`)],
          ['mailing_lists/1/custom_fields', 'POST', `{"name":"${key}","field_type":"text"}`],
        ]
        for (const [path, method, payload] of bodies) {
          const answer = await server.app.inject({ method, url: `/ga/api/v2/${path}`, headers, payload })
          expect(answer.statusCode, `${path} ${payload}\n${answer.body}`).toBeLessThan(500)
        }
        expectUnpolluted()
      }
    }
    expect(server.faults).toEqual([])
  })

  test('change nothing in queries and paths', async () => {
    const server = await aServer()
    await prepare(server)
    const headers = { authorization: `Basic ${server.a.credential}` }
    for (const { method, path, plain } of endpoints.filter((definition) => definition.method === 'GET')) {
      // The stream of what changes never ends.
      if (plain?.includes('text/event-stream') === true) continue
      for (const key of keys) {
        const url = `/ga/api/v2/${path.replaceAll(/:\w+/g, '1')}`
        const queries = [
          `${key}=1`,
          `${key}[polluted]=1`,
          `${key}.polluted=1`,
          `page=0&${key}[]=1&${key}[]=2`,
        ]
        const targets = [
          ...queries.map((query) => `${url}?${query}`),
          `/ga/api/v2/${path.replaceAll(/:\w+/g, key)}`,
        ]
        for (const target of targets) {
          const answer = await server.app.inject({ method, url: target, headers })
          expect(answer.statusCode, `${target}\n${answer.body}`).toBeLessThan(500)
        }
      }
      expectUnpolluted()
    }
    expect(server.faults).toEqual([])
  })
})
