import type { MergeValues } from '../codes.ts'
import { compileContent, compileOnce, renderContent, type Content } from '../content.ts'
import type { Tracking } from '../links.ts'
import { buildMessage, type BuiltMessage, type Delivery } from '../message.ts'
import type { Attachment } from '../mime/attachments.ts'

/** A message to one person: its content is read and rendered when it is created, its links are counted when it leaves. */

export type SingleContent = Pick<Content, 'language' | 'subject' | 'format' | 'html' | 'text'>

type Occasion = {
  to: string
  fromName: string
  fromEmail: string
  replyTo: string
  data: Readonly<Record<string, unknown>>
  /** Empty: nobody can unsubscribe. */
  unsubscribeUrl: string
  now: Date
  zone: string
  /** Whether others have the same content: it is read once for all. */
  isShared: boolean
}

export type SingleText = { subject: string; html: string | null; text: string | null }

/** @throws AppError if the content cannot be read. */
export function renderSingle(content: SingleContent, occasion: Occasion): SingleText {
  const read = occasion.isShared ? compileOnce : compileContent
  const compiled = read({ ...content, ...bare }, [], { opens: false, links: false })
  const { subject, html, text } = renderContent(compiled, valuesOf(occasion), { click: () => '', open: '' })
  return { subject, html, text }
}

/** Nothing of the organization is added: what surrounds newsletters leads to their lists. */
const bare = {
  fromName: '',
  fromEmail: '',
  senderEmail: '',
  replyTo: '',
  customHeaders: [],
  organization: { htmlHeader: '', htmlFooter: '', textHeader: '', textFooter: '' },
}

function valuesOf({ to, data, unsubscribeUrl, now, zone, ...sender }: Occasion): MergeValues {
  const { fromName, fromEmail, replyTo } = sender
  return {
    subscriber: { id: 0, email: to, subscribeTime: null, subscribeIp: null, customFields: {} },
    list: { id: 0, name: '' },
    campaign: null,
    delivery: { fromEmail, fromName, senderEmail: '', replyTo },
    links: {
      unsubscribe: unsubscribeUrl,
      unsubscribeToken: unsubscribeUrl.slice(unsubscribeUrl.lastIndexOf('/') + 1),
      webVersion: '',
      preferences: '',
    },
    replacements: data,
    now,
    zone,
  }
}

/** As it was rendered. */
export type StoredSingle = SingleText & {
  fromName: string
  fromEmail: string
  replyTo: string
  headers: { name: string; value: string }[]
  attachments: readonly Attachment[]
}

export type CountedSingle = {
  /** What its links lead to, by their position. */
  links: readonly string[]
  /** @returns a problem such as an invalid address. @throws Error if the header check fails. */
  build: (delivery: Delivery) => Promise<BuiltMessage | { problem: string }>
}

/** @param urls `click`: of a link by its position. */
export function countSingle(
  { subject, html, text, headers, attachments, ...sender }: StoredSingle,
  tracking: Tracking,
  urls: { click: (link: number, url: string) => string; open: string },
): CountedSingle {
  const format = html === null ? 'text' : text === null ? 'html' : 'both'
  const content = {
    ...bare,
    ...sender,
    language: 'none',
    format,
    subject,
    html: html ?? '',
    text: text ?? '',
  } as const
  const compiled = compileContent(content, [], tracking)
  const links = compiled.html?.links ?? []
  return {
    links,
    build: (delivery) => {
      const values = valuesOf({ ...nothing, to: delivery.to, now: delivery.date })
      const click = (link: number) => urls.click(link, links[link] ?? '')
      const rendered = renderContent(compiled, values, { click, open: urls.open })
      return buildMessage({ ...rendered, ...sender, headers, attachments }, delivery)
    },
  }
}

const nothing = {
  fromName: '',
  fromEmail: '',
  replyTo: '',
  data: {},
  unsubscribeUrl: '',
  zone: 'UTC',
  isShared: false,
}
