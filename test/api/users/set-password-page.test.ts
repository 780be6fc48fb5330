import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { aServer, type Server } from '../../harness/core/server.ts'
import { aUser } from '../../harness/records/sessions.ts'
import { insertUserToken } from '../../../src/store/users/tokens.ts'

const page = '/log_in/set_password'
const password = 'staple lantern orbit quince'

/** A user of `a` with a link. */
async function aLink({ sql, a }: Server, kind: 'invitation' | 'password_reset' = 'invitation') {
  await sql`update organizations set name = 'Brand <b>A</b>' where id = ${a.organizationId}`
  const id = await aUser({ sql }, a.organizationId, { email: 'ann@example.com' })
  const { token } = (await insertUserToken(sql, a.organizationId, id, kind)) ?? expect.fail()
  return { id, token }
}

/** Opens a link as a browser does: it accepts the cookie and follows the redirect. */
async function open({ app }: Pick<Server, 'app'>, token: string) {
  const first = await app.inject({ url: `${page}?token=${token}` })
  const [cookie = ''] = String(first.headers['set-cookie']).split(';')
  return { first, cookie, shown: await app.inject({ url: page, headers: { cookie } }) }
}

function submit({ app }: Pick<Server, 'app'>, cookie: string, form: object, headers: object = {}) {
  return app.inject({
    method: 'POST',
    url: page,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ ...form }).toString(),
  })
}

const logIn = async ({ app }: Server) => {
  const payload = { email: 'ann@example.com', password }
  return (await app.inject({ method: 'POST', url: '/ga/api/v2/sessions', payload })).statusCode
}

describe('the link of an invitation or a reset', () => {
  test('opens a page for the password, under an address without the token', async () => {
    const server = await aServer()
    const { token } = await aLink(server)
    const { first, shown } = await open(server, token)
    expect([first.statusCode, first.headers['location'], first.body]).toEqual([303, 'set_password', ''])
    expect(first.headers['set-cookie']).toBe(
      `quiver_link=${token}; Path=${page}; HttpOnly; SameSite=Lax; Max-Age=1800`,
    )
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(shown.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'; .*form-action 'self'/)
    expect(shown.body).toContain('For <strong>ann@example.com</strong> in Brand &lt;b&gt;A&lt;/b&gt;.')
    expect(shown.body).toContain('At least 12 characters')
    expect(shown.body).not.toMatch(/<script|2\.[\w-]{43}/)
    for (const [, file] of shown.body.matchAll(/(?:href|src)="\.\.(\/[^"]+)"/g)) {
      expect((await server.app.inject(file ?? '')).statusCode, file).toBe(200)
    }
  })

  test('shows the logo and the color of the organization, its name without a logo', async () => {
    const server = await aServer()
    const { sql, a } = server
    const { token } = await aLink(server)
    expect((await open(server, token)).shown.body).toContain(
      '<p class="brand">Brand &lt;b&gt;A&lt;/b&gt;</p>',
    )
    await sql`
      with logo as (
        insert into assets
          (organization_id, token, filename, content_type, size_bytes, width_px, height_px, sha256, bytes)
        values (${a.organizationId}, ${'t'.repeat(22)}, 'logo.png', 'image/png', 1, 480, 96, 'x', 'x') returning id)
      insert into brands (organization_id, name, color, logo_asset_id)
      select ${a.organizationId}, 'Alder & Finch', '#ffcc00', id from logo`
    const { shown } = await open(server, token)
    const logo = `../a/${a.organizationId}-${'t'.repeat(22)}`
    expect(shown.body).toContain(`src="${logo}" alt="Alder &amp; Finch"`)
    expect(shown.body).toContain('button { background: #ffcc00; color: #000000;')
    expect((await server.app.inject(logo.replace('..', ''))).statusCode).toBe(200)
  })

  test('sets the password once, then leads on; link scanners do not use it up', async () => {
    const server = await aServer()
    const { token } = await aLink(server)
    for (let index = 0; index < 5; index += 1) expect((await open(server, token)).shown.statusCode).toBe(200)
    await server.app.inject({ method: 'HEAD', url: `${page}?token=${token}` })
    const { cookie } = await open(server, token)
    const done = await submit(server, cookie, { password, again: password })
    expect([done.statusCode, done.headers['location']]).toEqual([303, 'password_set'])
    expect(done.headers['set-cookie']).toMatch(/^quiver_link=; .*Max-Age=0$/)
    const after = await server.app.inject('/log_in/password_set')
    expect([after.statusCode, after.body]).toEqual([200, expect.stringContaining('Your password is set')])
    expect(await logIn(server)).toBe(200)
    expect((await submit(server, cookie, { password, again: password })).statusCode).toBe(410)
  })

  test('shows what is wrong with a password, and stays valid', async () => {
    const server = await aServer()
    const { token } = await aLink(server, 'password_reset')
    const { cookie, shown } = await open(server, token)
    expect(shown.body).toContain('Choose a new password')
    const wrong = [
      [{ password, again: `${password}.` }, 'The two passwords are not the same.'],
      [{ password: 'short', again: 'short' }, 'Password must be at least 12 characters long.'],
      [{ password: 'passwordpassword', again: 'passwordpassword' }, 'Password is too easy to guess: '],
      [{}, 'Password must be at least 12 characters long.'],
    ] as const
    for (const [form, sentence] of wrong) {
      const { statusCode, body } = await submit(server, cookie, form)
      expect([statusCode, body]).toEqual([422, expect.stringContaining(`role="alert">${sentence}`)])
    }
    expect((await submit(server, cookie, { password, again: password })).statusCode).toBe(303)
  })

  test('that does not work leads to one page for all reasons, which says what to do', async () => {
    const server = await aServer()
    const { token } = await aLink(server)
    const expired = await aUser(server, server.a.organizationId)
    const old = await insertUserToken(server.sql, server.a.organizationId, expired, 'invitation')
    await server.sql`update user_tokens set expires_at = now() where user_id = ${expired}`
    const bodies = []
    for (const wrong of [old?.token ?? '', 'x', '', `1${token}`, `9999999999.${token.split('.')[1]}`]) {
      const { shown } = await open(server, wrong)
      expect(shown.statusCode, wrong).toBe(410)
      bodies.push(shown.body)
    }
    bodies.push((await server.app.inject(page)).body)
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('href="forgot_password"')
  })

  test('cannot be guessed at the expense of the database', async () => {
    // All within the same minute, for which wrong links are counted.
    const server = await aServer({ throttleNow: () => 0 })
    const { token } = await aLink(server)
    const { cookie } = await open(server, token)
    const guess = (index: number) => open(server, `2.${String(index).padStart(43, 'x')}`)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)))
    expect(new Set(answers.map(({ shown }) => shown.statusCode))).toEqual(new Set([410]))
    const statuses = await server.sql.begin(async (sql) => {
      await sql`lock table user_tokens`
      const { shown } = await guess(60)
      const url = '/ga/api/v2/log_in/password'
      const payload = { token: `2.${'x'.repeat(43)}`, password }
      return [shown.statusCode, (await server.app.inject({ method: 'POST', url, payload })).statusCode]
    })
    expect(statuses).toEqual([429, 429])
    // Other clients are not delayed.
    const headers = { cookie }
    const other = await server.app.inject({ url: page, headers, remoteAddress: '192.0.2.1' })
    expect(other.statusCode).toBe(200)
  })

  test('cannot be used from other sites, and its cookie is Secure if the server uses https', async () => {
    const server = await aServer({ baseUrl: 'https://mail.example.com/quiver' })
    const { token } = await aLink(server)
    const { first, cookie } = await open(server, token)
    expect(first.headers['set-cookie']).toBe(
      `__Secure-quiver_link=${token}; Path=/quiver${page}; HttpOnly; SameSite=Lax; Secure; Max-Age=1800`,
    )
    const forged = await submit(
      server,
      cookie,
      { password, again: password },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(forged.statusCode).toBe(403)
    expect(await logIn(server)).toBe(401)
  })

  test('can be mailed again from a page that does not reveal which addresses are known', async () => {
    const server = await aServer()
    const { id } = await aLink(server)
    const ask = (email: string) =>
      server.app.inject({
        method: 'POST',
        url: '/log_in/forgot_password',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ email }).toString(),
      })
    expect((await server.app.inject('/log_in/forgot_password')).body).toContain('<form method="post"')
    const [known, unknown] = [await ask('ann@example.com'), await ask('nobody@example.com')]
    expect([known.statusCode, known.body]).toEqual([200, unknown.body])
    expect([...(await server.sql`select user_id from system_mails`)]).toEqual([{ user_id: id }])
    for (let index = 0; index < 4; index += 1) await ask('ann@example.com')
    const refused = await ask('ann@example.com')
    expect([refused.statusCode, refused.body]).toEqual([
      429,
      expect.stringContaining(
        '5 mails with links were sent to this address within 24 hours; try again in 24 hours.',
      ),
    ])
  })

  test('shows a page when the server cannot answer', async () => {
    const server = await aServer()
    const { token } = await aLink(server)
    await server.sql`alter table user_tokens rename to elsewhere`
    const { shown } = await open(server, token)
    expect([shown.statusCode, shown.body]).toEqual([
      503,
      expect.stringContaining('Please try again in a moment'),
    ])
    expect(server.faults).toHaveLength(1)
    await server.sql`alter table elsewhere rename to user_tokens`
  })
})

test('the log contains no token, at any level and after any error', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const server = await aServer({ log })
  const { token } = await aLink(server)
  const { cookie } = await open(server, token)
  const bad = [`${page}/${token}`, `${page}?token=${token}&token=${token}`, `/%${token}`, `/u/${token}`]
  for (const url of bad) await server.app.inject({ url, headers: { cookie } })
  const call = (given: object) =>
    server.app.inject({ method: 'POST', url: '/ga/api/v2/log_in/password', payload: given })
  await call({ token, password: 'short' })
  await submit(server, cookie, { password: 'short', again: 'short' })
  await server.sql`alter table user_tokens rename to elsewhere`
  await open(server, token)
  await submit(server, cookie, { password, again: password })
  expect((await call({ token, password })).statusCode).toBe(500)
  await server.sql`alter table elsewhere rename to user_tokens`
  expect((await call({ token, password })).statusCode).toBe(200)
  expect(lines.length).toBeGreaterThan(10)
  const [, bits = '-'] = token.split('.')
  expect(lines.filter((line) => line.includes(bits) || line.includes(password))).toEqual([])
})
