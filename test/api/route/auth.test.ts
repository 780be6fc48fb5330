import { describe, expect, test } from 'vitest'
import { formatCredential, parseAuthorization } from '../../../src/contract/api/credential.ts'
import { aServer, type Server } from '../../harness/core/server.ts'

async function statusOf({ app }: Server, authorization: string | undefined): Promise<number> {
  const headers = authorization === undefined ? {} : { authorization }
  return (await app.inject({ url: '/ga/api/v2/mailing_lists', headers })).statusCode
}

describe('a credential', () => {
  test('is accepted after Basic and after Bearer, in any case', async () => {
    const server = await aServer()
    for (const scheme of ['Basic', 'Bearer', 'basic', 'BEARER', ' Basic  ']) {
      expect(await statusOf(server, `${scheme} ${server.a.credential}`), scheme).toBe(200)
    }
  })

  test('is rejected in every other form, always with the same answer', async () => {
    const server = await aServer()
    const { credential } = server.a
    const key = parseAuthorization(`Basic ${credential}`)?.key ?? ''
    const asBasic = (text: string) => `Basic ${btoa(text)}`
    const refused = [
      undefined,
      '',
      'Basic',
      'Basic ',
      credential,
      key,
      `Digest ${credential}`,
      `Basic ${credential} ${credential}`,
      `Basic ${credential}x`,
      `Basic ${credential.slice(0, -4)}`,
      `Basic ${credential},Basic ${credential}`,
      asBasic(`${server.a.organizationId}:${key.toUpperCase()}`),
      asBasic(`${server.a.organizationId}:${key} `),
      asBasic(`0${server.a.organizationId}:${key}`),
      asBasic(`-1:${key}`),
      asBasic(`99999999999:${key}`),
      asBasic(`:${key}`),
      asBasic(key),
      asBasic(`${server.a.organizationId}:`),
      asBasic(`${server.a.organizationId}:${'0'.repeat(40)}`),
      `Basic ${'A'.repeat(5000)}`,
    ]
    const answers = new Set<string>()
    for (const authorization of refused) {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await server.app.inject({ url: '/ga/api/v2/mailing_lists', headers })
      expect(answer.statusCode, authorization).toBe(401)
      expect(answer.headers['www-authenticate'], authorization).toBe('Basic realm="Quiver", charset="UTF-8"')
      answers.add(answer.body)
    }
    expect([...answers]).toEqual([
      '{"success":false,"data":null,"error_code":"not_authorized","error_message":"please specify a valid auth_id or auth_key: send the header \\"Authorization: Basic API_KEY\\", where API_KEY is the api_key of a key as it was answered"}',
    ])
  })

  test('is rejected with the key of another organization', async () => {
    const server = await aServer()
    const key = parseAuthorization(`Basic ${server.a.credential}`)?.key ?? ''
    const other = formatCredential({ organizationId: server.system.organizationId, key })
    expect(await statusOf(server, `Basic ${other}`)).toBe(401)
  })

  test('is rejected once the key or its organization is inactive or deleted', async () => {
    const server = await aServer()
    const authorization = `Basic ${server.a.credential}`
    const id = server.a.organizationId
    await server.sql`update api_keys set active = false where organization_id = ${id}`
    expect(await statusOf(server, authorization)).toBe(401)
    await server.sql`update api_keys set active = true where organization_id = ${id}`
    expect(await statusOf(server, authorization)).toBe(200)
    await server.sql`update organizations set active = false where id = ${id}`
    expect(await statusOf(server, authorization)).toBe(401)
    await server.sql`update organizations set active = true, deleted_at = now() where id = ${id}`
    expect(await statusOf(server, authorization)).toBe(401)
  })
})
