import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aWorkFolder } from '../../test/harness/importing/stories.ts'
import { countersOf } from '../../test/harness/sending/readers.ts'
import { bounceMail, complaintMail } from '../../test/harness/returned/mail.ts'
import { aBounceServer } from '../../test/harness/sending/returned.ts'
import { bounceMaildir } from './maildir.ts'

const never = new AbortController().signal

async function aMaildir() {
  const started = await aBounceServer()
  const folder = join(await aWorkFolder(), 'bounces')
  await mkdir(join(folder, 'new'), { recursive: true })
  const loop = bounceMaildir(started.environment, folder)
  /** Until nothing is new. @returns what lies in `cur`. */
  const runAll = async () => {
    for (;;) {
      const name = await loop.take()
      if (name === null) return (await readdir(join(folder, 'cur'))).toSorted()
      await loop.run(name, never)
    }
  }
  const put = (name: string, mail: Buffer | string) => writeFile(join(folder, 'new', name), mail)
  return { ...started, folder, loop, runAll, put }
}

test('what a mail server delivers to the maildir is counted and marked as seen, all else is flagged', async () => {
  const { api, campaignId, folder, returnPath, runAll, put, subscriberIds } = await aMaildir()
  const bob = returnPath({ subscriberId: subscriberIds[1] ?? 0 })
  await put('1.bounce', bounceMail({ to: returnPath() }))
  await put('2.complaint:2,S', complaintMail(['Feedback-Type: abuse', `Original-Mail-From: <${bob}>`]))
  await put('3.other', 'Subject: hello\r\n\r\nhello')
  await put('4.nobodys', bounceMail())
  await put('.hidden', bounceMail({ to: bob }))
  await mkdir(join(folder, 'new', '5.folder'))
  const elsewhere = join(folder, 'elsewhere')
  await writeFile(elsewhere, bounceMail({ to: bob }))
  await symlink(elsewhere, join(folder, 'new', '6.link'))
  execFileSync('mkfifo', [join(folder, 'new', '7.pipe')])
  await put('8.large', Buffer.concat([Buffer.from('Subject: x\r\n\r\n'), Buffer.alloc(3_000_000, 'a')]))
  expect(await runAll()).toEqual([
    '1.bounce:2,S',
    '2.complaint:2,S',
    '3.other:2,F',
    '4.nobodys:2,F',
    '5.folder:2,F',
    '6.link:2,F',
    '7.pipe:2,F',
    '8.large:2,F',
  ])
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1, scomp_total: 1 })
})

test('a message whose move was lost is counted once', async () => {
  const { api, campaignId, folder, returnPath, runAll, put } = await aMaildir()
  await put('1', bounceMail({ to: returnPath() }))
  await runAll()
  await rename(join(folder, 'cur', '1:2,S'), join(folder, 'new', '1'))
  expect(await runAll()).toEqual(['1:2,S'])
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1, bounce_unique: 1 })
})

test('while the database is away messages stay where they are', async () => {
  const { api, sql, campaignId, loop, returnPath, runAll, put } = await aMaildir()
  await put('1', bounceMail({ to: returnPath() }))
  await sql`alter table message_responses rename to responses_away`
  const name = await loop.take()
  await expect(loop.run(name ?? '', never)).rejects.toThrow('message_responses')
  await sql`alter table responses_away rename to message_responses`
  expect(await loop.take()).toBe('1')
  expect(await runAll()).toEqual(['1:2,S'])
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1 })
})

test('of a message that somebody else took meanwhile nothing is said', async () => {
  const { loop } = await aMaildir()
  await expect(loop.run('gone', never)).resolves.toBeUndefined()
})

test('a message that cannot be counted keeps no other from being counted', async () => {
  const { sql, loop, returnPath, runAll, put, subscriberIds } = await aMaildir()
  const bob = returnPath({ subscriberId: subscriberIds[1] ?? 0 })
  await put('1', bounceMail({ to: returnPath() }))
  await put('2', bounceMail({ to: bob }))
  await sql.unsafe(
    `alter table message_responses add constraint nobody check (subscriber_id <> ${subscriberIds[0]})`,
  )
  const first = await loop.take()
  await expect(loop.run(first ?? '', never)).rejects.toThrow('nobody')
  const second = await loop.take()
  expect([first, second]).toEqual(['1', '2'])
  await loop.run(second ?? '', never)
  expect(await loop.take()).toBe('1')
  await sql`alter table message_responses drop constraint nobody`
  expect(await runAll()).toEqual(['1:2,S', '2:2,S'])
})
