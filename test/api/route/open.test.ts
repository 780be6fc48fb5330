import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { aLogInServer, aUserWithPassword, logIn, post } from '../../harness/records/log-in.ts'
import { openApiDocument } from '../../../src/http/openapi/document.ts'

test('nine endpoints need no credential, and the document says so of them and of no others', () => {
  const open = endpoints.filter(({ role }) => role === 'anyone').map(({ id }) => id)
  expect(open.toSorted()).toEqual([
    'beginPasskeyLogIn',
    'beginSingleSignOn',
    'createPasswordReset',
    'createSession',
    'findLogInProviders',
    'logInWithPasskey',
    'setPassword',
    'setUp',
    'showSetUp',
  ])
  const operations = Object.values(openApiDocument(endpoints).paths).flatMap((path) => Object.values(path))
  const without = operations.filter(({ operationId, security }) => {
    return isDeepStrictEqual(security, []) && endpoints.some(({ id }) => id === operationId)
  })
  expect(without.map(({ operationId, security }) => [operationId, security])).toEqual(
    open.map((id) => [id, []]),
  )
})

test('a credential that comes along is not looked at: a wrong one does not keep anybody from logging in', async () => {
  const api = await aLogInServer()
  await aUserWithPassword(api)
  const headers = { authorization: 'Basic nonsense', cookie: '__Host-quiver_session=nonsense' }
  expect((await logIn(api, {}, { headers })).status).toBe(200)
})

test('a body that is no record, or too large, is refused before anything is looked up', async () => {
  const api = await aLogInServer()
  for (const path of ['sessions', 'log_in/reset', 'log_in/password']) {
    expect((await post(api, path, [])).status).toBe(400)
    expect((await post(api, path, { email: 'x'.repeat(20_000) })).status).toBe(413)
    const { body } = await post(api, path, { email: { $gt: '' }, password: true, token: ['a'] })
    expect(body).toMatchObject({
      error_code: 'validation_failed',
      error_message: expect.stringContaining('must be a string'),
    })
  }
  expect([...(await api.sql`select from log_in_failures`)]).toEqual([])
})
