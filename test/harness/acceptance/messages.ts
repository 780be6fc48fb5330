import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import { expectedMessage, tracked } from './merge.ts'
import { bounceEmail, delivery, listName, seeds, type SentCampaign } from './setup.ts'
import { refusalOf, type Person } from './people.ts'
import { verifyDkim } from '../sending/dkim.ts'
import type { SunkMessage } from '../smtp/sink.ts'

/** One message as its reader got it: its links and its origin. */
export type Read = {
  person: Person | null
  content: 'Long' | 'Short'
  parts: 'text' | 'html' | 'multipart'
  clicks: string[]
  pixel: string | null
  unsubscribe: string
  web: string
  /** Empty in the short content. */
  preferences: string
  returnPath: string
  messageId: string
}

/** Parses every message with a different library from the product’s, and compares it with the expected one. */
export async function checkMessages(sent: SentCampaign): Promise<Read[]> {
  const recipients = sent.people.filter(
    ({ status, address }) => status === 'active' && refusalOf(address) === null,
  )
  expect(sent.messages.map(({ to }) => to).toSorted()).toEqual(
    [...recipients.map(({ address }) => address), ...seeds].toSorted(),
  )
  const byAddress = new Map(recipients.map((person) => [person.address, person]))
  const read: Read[] = []
  for (const message of sent.messages) {
    read.push(await checkMessage(sent, message, byAddress.get(message.to) ?? null))
  }
  for (const name of ['messageId', 'returnPath', 'unsubscribe', 'web'] as const) {
    const own = read.filter(({ person }) => person !== null || name === 'messageId')
    expect(new Set(own.map((one) => one[name])).size, `each has its own ${name}`).toBe(own.length)
  }
  return read
}

async function checkMessage(sent: SentCampaign, message: SunkMessage, person: Person | null): Promise<Read> {
  const email = await PostalMime.parse(message.raw)
  const content = email.subject?.startsWith('Long') === true ? 'Long' : 'Short'
  const id = person === null ? 0 : (sent.idOf.get(person.email.toLowerCase()) ?? -1)
  const { listId, campaignId, zone } = sent
  const found = marksOf(email, sent.url)
  const expected = expectedMessage(content, { person, address: message.to, id, listId, campaignId, zone })
  expect({ subject: email.subject, html: found.html, text: found.text }).toEqual(expected)
  checkHeaders(sent, email, { to: message.to, id, unsubscribe: found.unsubscribe })
  expect(found.clicks).toHaveLength(found.html === null ? 0 : tracked.length)
  checkSignature(sent, message)
  expect(message.from).toMatch(new RegExp(`^${bounceEmail.replace('@', String.raw`\+\w+@`)}$`))
  return {
    person,
    content,
    parts: partsOf(found),
    clicks: found.clicks,
    pixel: found.pixel,
    unsubscribe: found.unsubscribe,
    web: found.web,
    preferences: found.preferences,
    returnPath: message.from,
    messageId: email.messageId ?? '',
  }
}

function partsOf({ html, text }: { html: string | null; text: string | null }): Read['parts'] {
  if (html !== null && text !== null) return 'multipart'
  return html === null ? 'text' : 'html'
}

/** The parts with marks in place of the personal links, and those links. */
function marksOf(email: Email, base: string) {
  const clicks: string[] = []
  const found = { pixel: null as string | null, unsubscribe: '', web: '', preferences: '' }
  const at = (letter: string) => new RegExp(`${base}/${letter}/([\\w-]+)`, 'g')
  const mark = (part: string | undefined) => {
    if (part === undefined) return null
    const marked = part
      .replaceAll('\r\n', '\n')
      .trimEnd()
      // Of programs: people do not see it.
      .replace(new RegExp(`<a href="${base}/c/[\\w-]+" style="display:none"[^>]*></a>`), '')
      .replaceAll(at('c'), (url) => `[C${clicks.push(url) - 1}]`)
      .replace(new RegExp(`<img src="(${base}/o/[\\w-]+)"[^>]*>`), (_, url: string) => {
        found.pixel = url
        return '[O]'
      })
      .replaceAll(at('u'), (url) => {
        found.unsubscribe = url
        return '[U]'
      })
      .replaceAll(at('w'), (url) => {
        found.web = url
        return '[W]'
      })
      .replaceAll(at('p'), (url) => {
        found.preferences = url
        return '[P]'
      })
    return marked.replaceAll(found.unsubscribe.slice(`${base}/u/`.length), '[T]')
  }
  return { html: mark(email.html), text: mark(email.text), clicks, ...found }
}

type Own = { to: string; id: number; unsubscribe: string }

function checkHeaders(
  { listId, organization }: SentCampaign,
  email: Email,
  { to, id, unsubscribe }: Own,
): void {
  const header = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value)
  expect([email.from?.name, email.from?.address]).toEqual([delivery.from_name, delivery.from_email])
  expect(email.sender?.address).toBe(delivery.sender_email)
  expect(email.replyTo?.map(({ address }) => address)).toEqual([delivery.reply_to])
  // Domains ignore case; the library that writes the header changes it.
  expect(email.to?.map(({ address }) => address)).toEqual([to.replace('Example.com', 'example.com')])
  // Seeds have no subscription that a List-Unsubscribe header could end.
  const byMail = id === 0 ? '' : String.raw`, <mailto:bounces\+unsub-\w+@news\.example\?subject=unsubscribe>`
  expect(header('list-unsubscribe').join()).toMatch(new RegExp(`^<${unsubscribe}>${byMail}$`))
  expect(header('feedback-id').join()).toMatch(
    new RegExp(`^c\\d+:o${organization.id}:campaign:q[0-9a-f]{14}$`),
  )
  expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(header('list-id').join()).toContain(listName.slice(0, 4))
  expect(header('list-id').join()).toContain(`<list-${listId}.org-${organization.id}.127.0.0.1>`)
  expect(header('x-sent-by')).toEqual(['Acme'])
  expect(header('x-reader')).toEqual([String(id)])
  expect(header('list-help')).toEqual(['<mailto:help@news.example>'])
  expect(header('x-list')).toEqual([`of ${listId}`])
  expect(email.messageId).toMatch(/^<[^@\s]+@news\.example>$/)
}

/** The signature is valid, and covers the fields that receivers require for one-click unsubscription. */
function checkSignature({ publicKey }: SentCampaign, { raw }: SunkMessage): void {
  const signed = verifyDkim(raw, publicKey)
  expect(signed, 'the signature holds').not.toBeNull()
  expect(signed).toEqual(
    expect.arrayContaining([
      'from',
      'to',
      'subject',
      'message-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
    ]),
  )
  expect(raw.toString('latin1')).toMatch(/^DKIM-Signature:(?=[^]*?\bd=news\.example;)(?=[^]*?\bs=spring;)/)
}
