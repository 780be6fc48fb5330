import { describe, expect, test } from 'vitest'
import { mounts } from '../../contract/api/endpoint.ts'
import { aServer } from '../../../test/harness/core/server.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

describe('a path that does not exist', () => {
  test('is not_found, as an envelope, for browsers too', async () => {
    const { app } = await aServer()
    const accept = 'text/html,application/xhtml+xml'
    for (const url of [
      '/nowhere',
      '/api',
      '/ga/api/v2/',
      '/ga/api/v2/nowhere',
      '/docs/nowhere',
      '/ga/api/v3/users',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'] as const) {
        const answer = await app.inject({ method, url, headers: { accept } })
        expect([answer.statusCode, answer.json().error_code], `${method} ${url}`).toEqual([404, 'not_found'])
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
        expect(answer.headers).not.toHaveProperty('allow')
      }
    }
  })
})

describe('a path that does not have the method', () => {
  const allowed: [url: string, methods: string][] = [
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
    ['/ga/api/v2/mailing_lists', 'GET, HEAD, POST, OPTIONS'],
    ['/ga/api/v2/mailing_lists/', 'GET, HEAD, POST, OPTIONS'],
    ['/ga/api/v2/mailing_lists/7?a=b/c', 'GET, HEAD, PUT, OPTIONS'],
    ['/ga/api/v2/subscriber_imports/7/pause', 'POST, OPTIONS'],
    ['/ga/api/v2/mailing_lists/7/subscriber_imports/7/pause', 'POST, OPTIONS'],
    ['/ga/api/v2/mailing_lists/7/confirmed/a%2Fb', 'DELETE, OPTIONS'],
  ]

  test('is 405 with Allow; OPTIONS tells the same', async () => {
    const { app } = await aServer()
    for (const [url, methods] of allowed) {
      const refused = await app.inject({ method: 'PATCH', url })
      expect([refused.statusCode, refused.json().error_code], url).toEqual([405, 'invalid_request'])
      expect(refused.headers['allow'], url).toBe(methods)
      const told = await app.inject({ method: 'OPTIONS', url })
      expect([told.statusCode, told.headers['allow'], told.body], url).toEqual([204, methods, ''])
    }
  })

  test('is 405 for every method but those, and never for those', async () => {
    const { app } = await aServer()
    const all: Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
    for (const [url, methods] of allowed) {
      for (const method of all) {
        const { statusCode } = await app.inject({ method, url })
        expect(statusCode === 405, `${method} ${url}`).toBe(!methods.split(', ').includes(method))
      }
    }
  })

  test('is 405 under every mount', async () => {
    const { app } = await aServer()
    for (const mount of mounts) {
      const { statusCode } = await app.inject({ method: 'DELETE', url: `${mount}/mailing_lists` })
      expect(statusCode, mount).toBe(405)
    }
  })
})
