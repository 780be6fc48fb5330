import { describe, expect, test } from 'vitest'
import { fail, succeed } from '../../../src/contract/api/envelope.ts'
import { checkAnswer } from '../../harness/core/answers.ts'

const json = 'application/json; charset=utf-8'
const code = { delete_confirmation_code: 'c', delete_confirmation_expires_at: '2024-05-01T10:00:00Z' }
const url = '/ga/api/v2/mailing_lists/7/delete_confirmation_code'
const answer = (data: unknown, status = 200, type: string | undefined = json, at = url) =>
  checkAnswer('GET', at, status, type, JSON.stringify(data))

describe('the answer check accepts', () => {
  test('answers that match the document, under every mount', () => {
    answer(succeed(code, {}))
    for (const mount of ['/ga/api', '/api/v2', '/api']) {
      answer(succeed(code, {}), 200, json, url.replace('/ga/api/v2', mount))
    }
  })

  test('documented errors', () => {
    answer(fail('not_found', 'mailing list not found'), 404)
    answer(fail('not_found', 'path not found'), 404, json, '/ga/api/v2/nowhere')
    checkAnswer('PATCH', url, 405, json, JSON.stringify(fail('invalid_request', 'no')))
    checkAnswer('OPTIONS', url, 204, undefined, '')
    checkAnswer('HEAD', url, 200, json, '')
  })

  test('texts outside the envelope', () => {
    const log = '/ga/api/v2/subscriber_imports/1/logs/added'
    checkAnswer('GET', log, 200, 'text/plain; charset=utf-8', 'ann@example.com\n')
  })

  test('a literal path, even where a path with an id also fits', () => {
    const deleted = '/ga/api/v2/custom_fields/deleted'
    const paging = { page: 0, per_page: 100, num_records: 0, num_pages: 0 }
    answer(succeed([], paging), 200, json, deleted)
  })
})

describe('the answer check rejects', () => {
  test('an undocumented member', () => {
    expect(() => answer(succeed({ ...code, secret: 1 }, {}))).toThrow('additional properties')
    expect(() => answer(succeed(code, { page: 1 }))).toThrow('additional properties')
  })

  test('a missing member, a wrong type, a wrong format', () => {
    expect(() => answer(succeed({ delete_confirmation_code: 'c' }, {}))).toThrow('required property')
    expect(() => answer(succeed({ ...code, delete_confirmation_code: 1 }, {}))).toThrow('must be string')
    const noTime = { ...code, delete_confirmation_expires_at: 'soon' }
    expect(() => answer(succeed(noTime, {}))).toThrow('must match')
  })

  test('an undocumented status, path or method', () => {
    expect(() => answer(succeed(code, {}), 201)).toThrow('no such path, method or status')
    expect(() => answer(succeed(code, {}), 200, json, '/ga/api/v2/nowhere')).toThrow('no such path')
    expect(() => checkAnswer('PATCH', url, 200, json, JSON.stringify(succeed(code, {})))).toThrow(
      'no such path',
    )
  })

  test('an error code that does not match its status', () => {
    expect(() => answer(fail('validation_failed', 'no'), 404)).toThrow('allowed values')
  })

  test('another content type, or none', () => {
    expect(() => answer(succeed(code, {}), 200, 'text/html; charset=utf-8')).toThrow('content type')
    expect(() => answer(succeed(code, {}), 200, 'application/json')).toThrow('content type')
    expect(() => checkAnswer('GET', url, 200, undefined, '')).toThrow('content type')
  })
})
