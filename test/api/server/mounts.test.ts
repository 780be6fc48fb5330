import { describe, expect, test } from 'vitest'
import { spellingsOf, type Endpoint } from '../../../src/contract/api/endpoint.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { byDay } from '../../harness/night.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { canonicalUrl } from '../../../src/http/server/canonical-url.ts'

/** Literal, because clients have them in their settings. */
const mounts = ['/ga/api/v2', '/ga/api', '/api/v2', '/api'] as const

/** By day one for each endpoint, in turn. */
function someMounts(number: number): readonly string[] {
  return byDay(
    mounts.filter((_, index) => index === number % mounts.length),
    [...mounts],
  )
}

/** Ids of no record. */
function target(path: string): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'id' || name.endsWith('_id') ? '9999' : 'nobody@example.com',
  )
}

async function answerOf({ app, a }: Server, { method }: Endpoint, url: string) {
  const answer = await app.inject({ method, url, headers: { authorization: `Basic ${a.credential}` } })
  return { status: answer.statusCode, body: answer.body }
}

/** The stream of what changes in an organization never ends. */
const ending = endpoints.filter(({ id }) => id !== 'watchChanges')

describe('every endpoint', () => {
  test('answers the same under every mount and every spelling of its path', async () => {
    const server = await aServer()
    for (const [number, definition] of ending.entries()) {
      const expected = await answerOf(server, definition, `${mounts[0]}/${target(definition.path)}`)
      expect(expected.body, definition.id).not.toContain('path not found')
      for (const path of spellingsOf(definition)) {
        for (const mount of someMounts(number)) {
          const url = `${mount}/${target(path)}`
          const answer = await answerOf(server, definition, url)
          // Below a missing list, the error names the list.
          if (path !== definition.path) expect([expected.status, 404], url).toContain(answer.status)
          else expect(answer, url).toEqual(expected)
          expect(answer.body, url).not.toContain('path not found')
        }
      }
    }
    expect(server.faults).toEqual([])
  })

  test('rejects a caller without a credential, under every mount and spelling', async () => {
    const { app } = await aServer()
    for (const [number, definition] of endpoints.filter(({ role }) => role !== 'anyone').entries()) {
      for (const path of spellingsOf(definition)) {
        for (const mount of someMounts(number)) {
          const url = `${mount}/${target(path)}`
          const answer = await app.inject({ method: definition.method, url, payload: '{}' })
          expect([answer.statusCode, answer.json().error_code], url).toEqual([401, 'not_authorized'])
          expect(answer.headers['www-authenticate'], url).toMatch(/^Basic realm=/)
        }
      }
    }
  })

  test('answers HEAD as it answers GET, without the body', async () => {
    const server = await aServer()
    for (const definition of ending.filter(({ method }) => method === 'GET')) {
      const url = `${mounts[0]}/${target(definition.path)}`
      const headers = { authorization: `Basic ${server.a.credential}` }
      const got = await server.app.inject({ method: 'GET', url, headers })
      const head = await server.app.inject({ method: 'HEAD', url, headers })
      expect([head.statusCode, head.body], url).toEqual([got.statusCode, ''])
      expect(head.headers['content-length'], url).toBe(got.headers['content-length'])
    }
  })
})

describe('a url is rewritten', () => {
  test('to the first mount; organization becomes organizations', () => {
    const rewritten: Record<string, string> = {
      '/ga/api/v2/users': '/ga/api/v2/users',
      '/ga/api/users?page=1': '/ga/api/v2/users?page=1',
      '/api/v2/organizations/7/sending_credits': '/ga/api/v2/organizations/7/sending_credits',
      '/api/organization/7/api_keys': '/ga/api/v2/organizations/7/api_keys',
      '/ga/api/v2/organization/7': '/ga/api/v2/organizations/7',
      '/ga/api//users': '/ga/api/v2/users',
      'http://other.example/api/users': '/ga/api/v2/users',
    }
    for (const [url, expected] of Object.entries(rewritten)) expect(canonicalUrl(url), url).toBe(expected)
  })

  test('only if it begins with a whole mount', () => {
    for (const url of [
      '/',
      '/docs',
      '/apis/users',
      '/x/api/users',
      '/ga/users',
      '/ga/api',
      '/readyz?a=/api/',
    ]) {
      expect(canonicalUrl(url)).toBe(url)
    }
    expect(canonicalUrl('/api/users/organization/7')).toBe('/ga/api/v2/users/organization/7')
    expect(canonicalUrl('/api/organizational')).toBe('/ga/api/v2/organizational')
  })
})
