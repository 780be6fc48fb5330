import { mkdtemp, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aMailer, aMessage } from '../../test/harness/sending/mailing.ts'
import { createMailbox } from './mailbox.ts'

async function aDirectory(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'quiver-mailbox-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return join(root, 'mailbox')
}

const envelope = { from: 'bounces@example.com', to: 'reader@example.org' }

test('without a server a message becomes a file of a maildir, with its envelope at the top', async () => {
  const mailer = await aMailer()
  const message = aMessage(7)
  expect(await mailer.send({ kind: 'mailbox', key: 'mailbox' }, message)).toEqual({ kind: 'accepted' })
  const [name = '', ...others] = await readdir(join(mailer.root, 'new'))
  expect(others).toEqual([])
  const path = join(mailer.root, 'new', name)
  const lines = `Return-Path: <${message.envelope.from}>\r\nDelivered-To: ${message.envelope.to}\r\n`
  expect(await readFile(path, 'latin1')).toBe(lines + message.raw.toString('latin1'))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(mailer.root, 'tmp'))).toEqual([])
})

test('the newest messages come first, those that a mail program has read, too', async () => {
  const root = await aDirectory()
  const mailbox = createMailbox(root)
  for (const text of ['one', 'two', 'three']) await mailbox.deliver(envelope, Buffer.from(`\r\n${text}`))
  const [three = '', two = '', one = ''] = await mailbox.list(10)
  await rename(join(root, 'new', two), join(root, 'cur', `${two}:2,S`))
  expect(await mailbox.list(10)).toEqual([three, two, one])
  expect(await mailbox.list(2)).toEqual([three, two])
  expect(String(await mailbox.read(two))).toMatch(/two$/)
  expect(String(await mailbox.read(three, 11))).toBe('Return-Path')
})

test('old messages make room', async () => {
  const root = await aDirectory()
  const mailbox = createMailbox(root, 10)
  for (let number = 1; number <= 25; number += 1) {
    await mailbox.deliver(envelope, Buffer.from(`\r\n${number}`))
  }
  const names = await mailbox.list(100)
  expect(names).toHaveLength(10)
  expect(String(await mailbox.read(names[0] ?? ''))).toMatch(/\n25$/)
  expect(String(await mailbox.read(names[9] ?? ''))).toMatch(/\n16$/)
})

test('only messages have names', async () => {
  const root = await aDirectory()
  const mailbox = createMailbox(root)
  expect(await mailbox.list(10)).toEqual([])
  await mailbox.deliver(envelope, Buffer.from('\r\nhello'))
  await writeFile(join(root, '..', 'secret'), 'secret')
  await writeFile(join(root, 'new', 'secret'), 'secret')
  await symlink(join(root, '..', 'secret'), join(root, 'new', '1.M000001P1Q000000001R00000000.quiver'))
  const [name = ''] = await mailbox.list(10)
  const tricks = [
    'secret',
    '../../secret',
    '..',
    '',
    `new/${name}`,
    `${name}/`,
    `../new/${name}`,
    `${name}\0`,
  ]
  for (const trick of [...tricks, '1.M000001P1Q000000001R00000000.quiver'])
    expect(await mailbox.read(trick)).toBeNull()
  expect(await mailbox.list(10)).toEqual([name])
})

test('an envelope cannot write headers', async () => {
  const mailbox = createMailbox(await aDirectory())
  await mailbox.deliver({ from: 'a@b.example>\r\nX: y', to: 'c@d.example\nX: z' }, Buffer.from('\r\n'))
  const [name = ''] = await mailbox.list(1)
  expect(String(await mailbox.read(name))).toBe(
    'Return-Path: <a@b.exampleX: y>\r\nDelivered-To: c@d.exampleX: z\r\n\r\n',
  )
})

test('where nothing can be written nothing was sent', async () => {
  const root = await aDirectory()
  await writeFile(root, 'in the way')
  const mailer = await aMailer({ mailbox: createMailbox(root) })
  expect(await mailer.send({ kind: 'mailbox', key: 'mailbox' }, aMessage())).toMatchObject({
    kind: 'untried',
  })
})
