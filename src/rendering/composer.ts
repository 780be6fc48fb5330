import { AppError } from '../contract/api/errors.ts'
import { domainOf } from '../contract/values/email.ts'
import { contentIdOf, replaceInline, type InlinePicture } from '../contract/campaigns/inline-pictures.ts'
import type { MessageBody, MessageContent, MessageFile } from '../contract/campaigns/message-content.ts'
import type { CustomValues } from '../contract/subscribers/values.ts'
import type { Secrets } from '../secrets/ring.ts'
import { createTrackingTokens, type MessageRef, type TrackingTokens } from '../links/token.ts'
import { createMessageNames, type MessageNames } from '../links/verp.ts'
import {
  compileContent,
  compileOnce,
  renderContent,
  type CompiledContent,
  type RenderedContent,
} from './content.ts'
import type { MergeValues } from './codes.ts'
import { buildMessage, type BuiltMessage, type Delivery } from './message.ts'
import type { Known } from './liquid/compile.ts'
import type { Attachment } from './mime/attachments.ts'
import type { DkimSigner } from './mime/dkim.ts'

export type PreparedBody = {
  id: number | null
  compiled: CompiledContent
  linkIds: readonly number[]
  /** What the message carries. */
  pictures?: readonly InlinePicture[]
  files?: readonly MessageFile[]
}

export function compileBody(
  content: MessageContent,
  body: MessageBody,
  cover?: Known['cover'],
): CompiledContent {
  const { organization, customHeaders, fromName, fromEmail, senderEmail, replyTo } = content
  // What all messages share goes beside them, and is no part of what is read.
  const { pictures = [], files: _files, attachmentIds: _ids, ...written } = body
  const html = pictures.length === 0 ? body.html : replaceInline(body.html, (id) => `cid:${contentIdOf(id)}`)
  const whole = { ...written, html, organization, customHeaders, fromName, fromEmail, senderEmail, replyTo }
  return cover === undefined
    ? compileOnce(whole, content.fields, content.tracking)
    : compileContent(whole, content.fields, content.tracking, cover)
}

/** The problem of a template, which only its author can solve. @throws anything else. */
export function orProblem<Result>(work: () => Result): { result: Result } | { problem: string } {
  try {
    return { result: work() }
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
}

/** `subscriberId` 0: a seed address or a preview, which is not counted. */
export type Recipient = {
  subscriberId: number
  email: string
  subscribeTime: Date | null
  subscribeIp: string | null
  customFields: CustomValues
  /** The subscriber's preferred part if a content has both; null: no preference. */
  emailFormat: 'html' | 'text' | 'both' | null
  /** Of the blocks of the content. Absent: all are shown, as in a preview. */
  hidden?: readonly boolean[] | undefined
}

/** The key of the signer for messages from domains without their own key. */
export const anyDomain = ''

export type Occasion = {
  contentId: number | null
  occasion: number
  replacements?: Readonly<Record<string, unknown>>
  now: Date
}

export type Composed = { message: BuiltMessage; format: 'html' | 'text' | 'multipart' }

export type Composer = {
  /** @throws Error if the built message failed the header check. */
  compose: (recipient: Recipient, occasion: Occasion) => Promise<Composed | { problem: string }>
  /** Without open tracking; null if there is no such content. */
  webVersion: (recipient: Recipient, occasion: Occasion) => WebVersion | null
}

/** A message without HTML has no page of its own. */
export type WebVersion = { html: string } | { subject: string; text: string }

type Settings = {
  content: MessageContent
  bodies: readonly PreparedBody[]
  secrets: Secrets
  baseUrl: string
  /** By lower-case domain, or `anyDomain`. */
  dkimSigners?: ReadonlyMap<string, DkimSigner>
  findSenderProblem?: (senders: Senders) => Promise<string | null>
}

/** After replacing codes. */
export type Senders = { fromEmail: string; senderEmail: string; replyTo: string; returnPath: string }

type Tools = Settings & {
  tokens: TrackingTokens
  names: MessageNames
  origin: string
  /** Of the header List-Id. */
  listId: string
  senderId: string
}

export function createComposer(settings: Settings): Composer {
  const { content } = settings
  const origin = content.urlOrigin ?? settings.baseUrl
  const tools: Tools = {
    ...settings,
    tokens: createTrackingTokens(settings.secrets),
    names: createMessageNames(settings.secrets),
    origin,
    listId: `list-${content.list.id}.org-${content.organizationId}.${new URL(origin).hostname}`,
    // By the oldest key, so that a rotation does not change it.
    senderId: `q${settings.secrets.keysFor('feedback id').at(-1)?.toString('hex').slice(0, 14)}`,
  }
  const bodies = new Map(settings.bodies.map((body) => [body.id, { ...body, carries: carriedBy(body) }]))
  return {
    compose: async (recipient, occasion) => {
      const body = bodies.get(occasion.contentId)
      if (body === undefined) return { problem: 'the content was removed' }
      const drawn = orProblem(() => render(tools, body, recipient, occasion))
      if ('problem' in drawn) return drawn
      const { rendered, unsubscribeUrl } = drawn.result
      const delivery = deliveryOf(tools, { rendered, unsubscribeUrl }, recipient, occasion)
      const problem = await settings.findSenderProblem?.({ ...rendered, returnPath: delivery.returnPath })
      if (typeof problem === 'string') return { problem }
      const message = await buildMessage({ ...rendered, attachments: body.carries(rendered) }, delivery)
      return 'problem' in message ? message : { message, format: formatOf(rendered) }
    },
    webVersion: (recipient, occasion) => {
      const body = bodies.get(occasion.contentId)
      if (body === undefined) return null
      const drawn = orProblem(() => render(tools, body, { ...recipient, emailFormat: 'html' }, occasion))
      if ('problem' in drawn) return null
      const { html, subject, text } = drawn.result.rendered
      return html === null
        ? { subject, text: text ?? '' }
        : { html: withAddresses(html, body.pictures, { origin, organizationId: content.organizationId }) }
    },
  }
}

/** The same objects in all messages, so that each is written once. A picture is named by its number: readers see no name of one. */
function carriedBy({ pictures = [], files = [] }: PreparedBody) {
  const shown = pictures.map(({ assetId, contentType, content }) => ({
    filename: `picture-${assetId}.${contentType.replace(/^image\//, '')}`,
    content_type: contentType,
    content,
    content_id: contentIdOf(assetId),
  }))
  const beside = files.map(({ filename, contentType, content }) => ({
    filename,
    content_type: contentType,
    content,
    content_id: null,
  }))
  const all = [...shown, ...beside]
  return ({ html }: RenderedContent): readonly Attachment[] => (html === null ? beside : all)
}

/** A page loads what a message carries. */
export function withAddresses(
  html: string,
  pictures: readonly InlinePicture[] = [],
  { origin, organizationId }: { origin: string; organizationId: number },
): string {
  let shown = html
  for (const { assetId, token } of pictures)
    shown = shown.replaceAll(`cid:${contentIdOf(assetId)}`, `${origin}/a/${organizationId}-${token}`)
  return shown
}

function refOf(content: MessageContent, recipient: Recipient): MessageRef {
  return {
    organizationId: content.organizationId,
    listId: content.list.id,
    source: content.source.kind,
    sourceId: content.source.id,
    subscriberId: recipient.subscriberId,
  }
}

function render(
  { content, tokens, origin }: Tools,
  body: PreparedBody,
  recipient: Recipient,
  { replacements = {}, now }: Occasion,
) {
  const ref = refOf(content, recipient)
  const unsubscribeToken = tokens.write({ kind: 'unsubscribe', ...ref })
  const links = {
    unsubscribe: `${origin}/u/${unsubscribeToken}`,
    unsubscribeToken,
    // Few messages name it, and a signature takes time.
    get webVersion() {
      return `${origin}/w/${tokens.write({ kind: 'web_view', ...ref })}`
    },
    get preferences() {
      return `${origin}/p/${tokens.write({ kind: 'preferences', ...ref })}`
    },
  }
  const values = valuesOf(content, recipient, { links, replacements, now })
  const rendered = renderContent(body.compiled, values, {
    click: (link) => {
      const linkId = body.linkIds[link]
      if (linkId === undefined) throw new Error('a link was not written down')
      return `${origin}/c/${tokens.write({ kind: 'click', ...ref, linkId })}`
    },
    open: `${origin}/o/${tokens.write({ kind: 'open', ...ref })}`,
    // Seed addresses and previews are not counted, and a message without links has nothing that a scanner follows.
    hidden:
      recipient.subscriberId === 0 || body.linkIds.length === 0
        ? undefined
        : `${origin}/c/${tokens.write({ kind: 'hidden', ...ref })}`,
  })
  return { rendered: wanted(rendered, recipient), unsubscribeUrl: links.unsubscribe }
}

function deliveryOf(
  { content, names, listId, dkimSigners, senderId }: Tools,
  { rendered, unsubscribeUrl }: { rendered: RenderedContent; unsubscribeUrl: string },
  recipient: Recipient,
  { occasion, now }: Occasion,
): Delivery {
  const fromDomain = domainOf(rendered.fromEmail.trim())
  const sent = { ...refOf(content, recipient), occasion }
  return {
    to: recipient.email,
    returnPath:
      content.bounceEmail === null ? rendered.fromEmail.trim() : names.returnPath(content.bounceEmail, sent),
    messageId: names.messageId(sent, fromDomain === '' ? 'localhost.localdomain' : fromDomain),
    date: now,
    list: { name: content.list.name, id: listId },
    unsubscribeUrl,
    unsubscribeEmail:
      content.bounceEmail === null || recipient.subscriberId === 0
        ? null
        : names.unsubscribeAddress(content.bounceEmail, sent),
    feedbackId: feedbackIdOf(content, senderId),
    dkim: dkimSigners?.get(fromDomain) ?? dkimSigners?.get(anyDomain) ?? null,
  }
}

/** Gmail reports complaints by each of the parts; the last one has 5 to 15 characters and never changes. */
function feedbackIdOf({ source, organizationId }: MessageContent, senderId: string): string {
  const kind = source.kind === 'campaign' ? 'c' : 'a'
  return `${kind}${source.id}:o${organizationId}:${source.kind}:${senderId}`
}

function valuesOf(
  content: MessageContent,
  recipient: Recipient,
  { links, replacements, now }: Pick<MergeValues, 'links' | 'replacements' | 'now'>,
): MergeValues {
  const { source, fromEmail, fromName, senderEmail, replyTo } = content
  return {
    subscriber: {
      id: recipient.subscriberId,
      email: recipient.email,
      subscribeTime: recipient.subscribeTime,
      subscribeIp: recipient.subscribeIp,
      customFields: recipient.customFields,
    },
    list: content.list,
    campaign: source.kind === 'campaign' ? { id: source.id, name: source.name } : null,
    delivery: { fromEmail, fromName, senderEmail, replyTo },
    links,
    replacements,
    now,
    zone: content.timeZone,
    hidden: recipient.hidden,
  }
}

function wanted(rendered: RenderedContent, { emailFormat }: Recipient): RenderedContent {
  if (rendered.html === null || rendered.text === null) return rendered
  if (emailFormat === 'text') return { ...rendered, html: null }
  return emailFormat === 'html' ? { ...rendered, text: null } : rendered
}

function formatOf({ html, text }: RenderedContent): Composed['format'] {
  if (html !== null && text !== null) return 'multipart'
  return html === null ? 'text' : 'html'
}
