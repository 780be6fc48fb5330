import { expect, test } from 'vitest'
import type { Api } from '../../harness/core/api.ts'
import { aLogInServer, logIn, post } from '../../harness/records/log-in.ts'
import { totpCode } from '../../../src/actions/users/totp.ts'

/** Every row of every table as text, as a dump has it: bytes in hexadecimal digits. */
async function dump({ sql }: Api): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`
  const texts = []
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`
    texts.push(name, ...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

/** The encodings in which a text could be stored. */
function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return [
    text,
    text.toLowerCase(),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, '').slice(0, -1),
  ]
}

test('a dump of a hundred users contains no password, no token and no code', async () => {
  const api = await aLogInServer()
  const secrets: string[] = []
  for (let index = 0; index < 100; index += 1) {
    const user = { full_name: 'Ann', email: `u${index}@example.com`, active: true, role: 'standard' }
    const as = { headers: { authorization: `Basic ${api.a.credential}`, 'idempotency-key': String(index) } }
    expect((await api.call('POST', 'users', { user }, as)).status).toBe(200)
  }
  for (let index = 0; index < 3; index += 1) {
    const email = `u${index}@example.com`
    const password = `secret number ${index} of mine`
    const token = new URL(api.told[index]?.url ?? '').searchParams.get('token') ?? ''
    await post(api, 'log_in/password', { token, password })
    await post(api, 'log_in/reset', { email })
    const { session } = await logIn(api, { email, password })
    const keyed = { headers: { ...session.headers, 'idempotency-key': 'begin' } }
    const { data } = (await api.call<{ secret: string }>('POST', 'users/current/totp', { password }, keyed))
      .body
    const code = totpCode(data.secret, Math.floor(Date.now() / 30_000))
    const confirmed = await api.call<{ recovery_codes: string[] }>(
      'POST',
      'users/current/totp/confirm',
      { code },
      { headers: { ...session.headers, 'idempotency-key': 'confirm' } },
    )
    const codes = confirmed.body.data.recovery_codes
    expect(codes).toHaveLength(10)
    const [, cookie = ''] = (session.headers['cookie'] ?? '').split('=')
    secrets.push(password, cookie, session.headers['x-csrf-token'] ?? '', data.secret, ...codes)
    secrets.push(...codes.map((one) => one.replaceAll('-', '')))
  }
  for (const { url } of api.told) secrets.push(new URL(url).searchParams.get('token') ?? '')
  expect(api.told).toHaveLength(103)
  // The organization id at the start of a token is not a secret.
  const parts = secrets.flatMap((secret) => [secret, secret.replace(/^\d+\./, '')])
  const text = await dump(api)
  expect(text).toContain('u99@example.com')
  const found = parts.filter((secret) => spellingsOf(secret).some((spelling) => text.includes(spelling)))
  expect(found).toEqual([])
  expect(parts.every((secret) => secret.length > 11)).toBe(true)
})
