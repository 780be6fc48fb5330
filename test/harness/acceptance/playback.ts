import { browser } from '../returned/programs.ts'
import { createTransport } from 'nodemailer'
import { expect } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import {
  bounced,
  clicked,
  complained,
  opened,
  scanned,
  unsubscribed,
  type BounceKind,
  type Fate,
} from './model.ts'
import type { Read } from './messages.ts'
import { tracked } from './merge.ts'
import { bounceEmail } from './setup.ts'
import { bounceMail, complaintMail } from '../returned/mail.ts'

/** Plays readers and mail servers over real connections; the model records each action once it is done. */

type Turn = { fate: Fate; read: Read; random: () => number; post: Post; reports: Buffer[] }
type Post = (message: Buffer, to: string) => Promise<void>
type Act = (turn: Turn) => Promise<void>

const get = (url: string, method = 'GET') =>
  fetch(url, { method, redirect: 'manual', headers: { 'user-agent': browser } })
const pick = <One>(some: readonly One[], random: () => number) =>
  some[Math.floor(random() * some.length)] as One

/** How likely each action is for one reader, and how often it happens at most. */
const acts: { share: number; most: number; act: Act }[] = [
  { share: 0.5, most: 3, act: open },
  { share: 0.35, most: 4, act: click },
  { share: 0.1, most: 2, act: scan },
  { share: 0.06, most: 3, act: oneClick },
  { share: 0.05, most: 2, act: byForm },
  { share: 0.05, most: 2, act: (turn) => bounce(turn, 'hard', ['5.1.1', '5.4.4']) },
  { share: 0.04, most: 2, act: (turn) => bounce(turn, 'soft', ['4.2.2', '5.2.2']) },
  { share: 0.03, most: 2, act: (turn) => bounce(turn, 'other', ['5.7.1', '5.6.1']) },
  { share: 0.05, most: 2, act: complain },
  { share: 0.3, most: 1, act: sendAgain },
]

export async function playBack(
  { bouncePort }: { bouncePort: number },
  read: readonly { fate: Fate; read: Read }[],
  seed: number,
): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: bouncePort,
    ignoreTLS: true,
    pool: true,
    maxConnections: 4,
    maxMessages: 50,
  })
  const post: Post = async (raw, to) => void (await transport.sendMail({ envelope: { from: '', to }, raw }))
  const waiting = read.entries()
  const lane = async () => {
    for (const [index, reader] of waiting) {
      const random = createRandom(seed + index * 7919)
      const turn = { ...reader, random, post, reports: [] }
      for (const act of planOf(random)) await act(turn)
    }
  }
  try {
    await Promise.all(Array.from({ length: 8 }, lane))
  } finally {
    transport.close()
  }
}

/** In any order: an open may follow an unsubscription, and a bounce may follow a click. */
function planOf(random: () => number): Act[] {
  const plan = acts.flatMap(({ share, most, act }) =>
    random() < share ? Array.from({ length: 1 + Math.floor(random() * most) }, () => act) : [],
  )
  return plan.map((act) => ({ act, at: random() })).toSorted((one, other) => one.at - other.at).map(({ act }) => act) // oxfmt-ignore
}

async function open({ fate, read: { pixel } }: Turn): Promise<void> {
  if (pixel === null) return
  const response = await get(pixel)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif'])
  opened(fate)
}

async function click({ fate, read: { clicks }, random }: Turn): Promise<void> {
  if (clicks.length === 0) return
  const index = Math.floor(random() * clicks.length)
  const response = await get(clicks[index] ?? '')
  expect([response.status, response.headers.get('location')]).toEqual([302, tracked[index]])
  clicked(fate, tracked[index] ?? '')
}

/** A scanner that follows every link is no reader, and the web version does not count as an open. */
async function scan({ fate, read: { pixel, clicks, unsubscribe, web } }: Turn): Promise<void> {
  for (const url of [...(pixel === null ? [] : [pixel]), ...clicks, unsubscribe, web]) await get(url, 'HEAD')
  scanned(fate, { opens: pixel === null ? 0 : 1, clicks: clicks.length })
  expect((await get(unsubscribe)).status).toBe(200)
  expect((await get(web)).status).toBe(200)
}

async function oneClick({ fate, read: { unsubscribe } }: Turn): Promise<void> {
  const response = await fetch(unsubscribe, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(response.status).toBe(200)
  unsubscribed(fate)
}

/** As a browser does it: loads the page and submits its form; that of a page from before, if they have left since. */
async function byForm({ fate, read: { unsubscribe } }: Turn): Promise<void> {
  const page = await (await get(unsubscribe)).text()
  const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(page) ?? []
  expect([unsubscribe, `${unsubscribe}/again`]).toContain(new URL(action, unsubscribe).href)
  expect((await fetch(unsubscribe, { method: 'POST', body: new URLSearchParams() })).status).toBe(200)
  unsubscribed(fate)
}

let reports = 0

async function bounce({ fate, read, random, post, reports: sent }: Turn, kind: BounceKind, codes: string[]) {
  if (fate.person === null) return
  const code = pick(codes, random)
  const report = bounceMail({
    to: read.returnPath,
    recipient: [
      `Final-Recipient: rfc822; ${fate.person.address}`,
      'Action: failed',
      `Status: ${code}`,
      `Diagnostic-Code: smtp; 550 ${code} report ${(reports += 1)}`,
    ],
    originalLines: [`Message-ID: ${read.messageId}`, 'Subject: as it was', '', 'Hello'],
  })
  await post(report, read.returnPath)
  sent.push(report)
  bounced(fate, { kind, code, synchronous: false })
}

async function complain({ fate, read, post, reports: sent }: Turn): Promise<void> {
  const report = complaintMail([
    'Feedback-Type: abuse',
    `User-Agent: Loop/${(reports += 1)}`,
    'Version: 1',
    `Original-Mail-From: <${read.returnPath}>`,
  ])
  await post(report, bounceEmail)
  sent.push(report)
  complained(fate)
}

/** The same report again, as if its sender had lost the answer. */
async function sendAgain({ read, post, reports: [first] }: Turn): Promise<void> {
  if (first !== undefined) await post(first, read.returnPath)
}
