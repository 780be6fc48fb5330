import { expect, test } from 'vitest'
import { aLogInServer, aUserWithPassword, post, type LogInServer } from '../../harness/records/log-in.ts'
import { insertUserToken } from '../../../src/store/users/tokens.ts'
import { aSession } from '../../harness/records/sessions.ts'

const sam = { full_name: 'Sam Sender', email: 'sam@example.com', active: true, role: 'standard' }

async function aServer(): Promise<LogInServer> {
  const api = await aLogInServer()
  await api.sql`update organizations set name = 'Brand A' where id = ${api.a.organizationId}`
  return api
}

async function lastMail({ sql }: LogInServer): Promise<{ subject: string; text: string }> {
  const [mail] = await sql<{ subject: string; text: string }[]>`
    select subject, text from system_mails order by id desc limit 1`
  return mail ?? expect.fail()
}

test('an invitation names the inviter, the organization, the next step and the end of the link', async () => {
  const api = await aServer()
  const admin = { full_name: 'Ann Admin', role: 'organization_admin' } as const
  const ann = await aSession(api, api.a.organizationId, admin)
  await api.call('POST', 'users', { user: sam }, ann)
  const { subject, text } = await lastMail(api)
  expect(subject).toBe('Ann Admin invites you to Brand A')
  expect(text).toMatch(/^Hello Sam Sender,\n\nAnn Admin invites you to work with Brand A on Quiver, /)
  expect(text).toContain('Choose your password to accept the invitation:\n\n{{link}}\n')
  expect(text).toContain('until {{expires}}. From then on you log in as sam@example.com.')
})

test('an invitation by an API key names an administrator of its organization', async () => {
  const api = await aServer()
  await api.call('POST', 'users', { user: sam }, api.a)
  expect((await lastMail(api)).subject).toBe('An administrator of Brand A invites you to Brand A')
  const path = `organizations/${api.a.organizationId}/users`
  await api.call('POST', path, { user: { ...sam, email: 'b@example.com' } }, api.system)
  expect((await lastMail(api)).subject).toBe('The administrator of this server invites you to Brand A')
  const root = await aSession(api, 1, { full_name: 'Ruth Root', role: 'system_admin' })
  await api.call('POST', path, { user: { ...sam, email: 'c@example.com' } }, root)
  expect((await lastMail(api)).subject).toBe('Ruth Root invites you to Brand A')
})

test('a reset names the account, and a changed address asks for a confirmation', async () => {
  const api = await aServer()
  const id = await aUserWithPassword(api, { full_name: 'Ann Admin' })
  await post(api, 'log_in/reset', { email: 'ann@example.com' })
  const reset = await lastMail(api)
  expect(reset.text).toMatch(
    /^Hello Ann Admin,\n\nA new password was requested for the Quiver account ann@example\.com in Brand A\./,
  )
  expect(reset.text).toContain('ignore this message: your password stays the same')
  await api.call('PUT', `users/${id}`, { user: { email: 'new@example.com' } })
  const moved = await lastMail(api)
  expect(moved.subject).toBe('Confirm your new address for Brand A')
  expect(moved.text).toContain('in Brand A to new@example.com.')
})

test('mails to a user are in the language that the user reads', async () => {
  const api = await aServer()
  const user = { ...sam, language: 'de' }
  const made = await api.call<{ language: string }>('POST', 'users', { user }, api.a)
  expect(made.body.data?.language).toBe('de')
  const { subject, text } = await lastMail(api)
  expect(subject).toBe('Ein Administrator von Brand A lädt Sie zu Brand A ein')
  expect(text).toMatch(/^Guten Tag Sam Sender,\n\nEin Administrator von Brand A lädt Sie ein, /)
  const refused = await api.call('POST', 'users', { user: { ...user, language: 'xx' } }, api.a)
  expect([refused.status, refused.body.error_code]).toEqual([422, 'validation_failed'])
})

test('no name can inject a link or a placeholder into a mail', async () => {
  const api = await aServer()
  const full_name = 'Sam {{link}} https://evil.example.com/x www.evil.example.com //evil.example.com'
  await api.call('POST', 'users', { user: { ...sam, full_name } })
  const { text } = await lastMail(api)
  expect(text.split('\n')[0]).toBe('Hello Sam link … … …,')
  expect(text.split('{{link}}')).toHaveLength(2)
  expect(text).not.toContain('evil.example.com')
})

test('an invitation is mailed again until it is followed, and its earlier links stop working', async () => {
  const api = await aServer()
  const { id } = (await api.call<{ id: number }>('POST', 'users', { user: sam })).body.data
  await insertUserToken(api.sql, api.a.organizationId, id, 'invitation')
  const [link] = await api.sql<{ sha: Uint8Array }[]>`select token_sha256 as sha from user_tokens`
  const invite = () => api.call('POST', `users/${id}/invite`)
  expect(await invite()).toMatchObject({ status: 200, body: { data: null } })
  expect((await lastMail(api)).subject).toBe('An administrator of Brand A invites you to Brand A')
  const [left] = await api.sql`select
    (select count(*) from user_tokens where token_sha256 = ${link?.sha ?? ''}) as tokens, (select count(*) from system_mails) as mails`
  expect(left).toEqual({ tokens: 0, mails: 2 })
  await api.call('PUT', `users/${id}`, { user: { active: false } })
  expect((await invite()).body.error_message).toBe('the user is not active: activate the user first')
  await api.sql`update users set active = true, password_hash = 'x' where id = ${id}`
  expect((await invite()).body.error_message).toContain('the user has a password already')
  const named = `organizations/${api.a.organizationId}/users/${id}/invite`
  expect((await api.call('POST', named, {}, api.system)).status).toBe(422)
})

test('a mailbox has one limit for its spellings, its case and what follows a plus', async () => {
  const api = await aServer()
  await aUserWithPassword(api, { full_name: 'Ann Admin' })
  const spellings = ['ann', 'ANN', 'ann+a', 'Ann+b', 'ann+c', 'ann+d']
  const codes: number[] = []
  for (const name of spellings) {
    const { status } = await post(api, 'log_in/reset', { email: `${name}@example.com` })
    codes.push(status)
  }
  expect(codes.map((code) => code === 429)).toEqual([false, false, false, false, false, true])
})
