import { domainOf } from '../contract/values/email.ts'
import type { MessageBody, MessageContent } from '../contract/campaigns/message-content.ts'
import type { CustomValues } from '../contract/subscribers/values.ts'
import type { Secrets } from '../secrets.ts'
import { createTrackingTokens } from '../tracking/token.ts'
import type { MessageRef, TrackingTokens } from '../tracking/token.ts'
import { createMessageNames } from '../tracking/verp.ts'
import type { MessageNames } from '../tracking/verp.ts'
import { compileContent, renderContent } from './content.ts'
import type { CompiledContent, RenderedContent } from './content.ts'
import type { MergeValues } from './codes.ts'
import { htmlEncode } from './merge.ts'
import { buildMessage } from './message.ts'
import type { BuiltMessage, Delivery, DkimSigner } from './message.ts'

/** A content with its codes and links found. `linkIds`: of `tracked_links`, for the urls of `compiled.html.links`. */
export type PreparedBody = {
  id: number | null
  compiled: CompiledContent
  linkIds: readonly number[]
}

export function compileBody(content: MessageContent, body: MessageBody): CompiledContent {
  const { organization, customHeaders, fromName, fromEmail, senderEmail, replyTo } = content
  return compileContent(
    { ...body, organization, customHeaders, fromName, fromEmail, senderEmail, replyTo },
    content.fields,
    content.tracking,
  )
}

/** Whom a message is for. `subscriberId` 0: nobody on the list (a seed, a preview), of whom nothing is counted. */
export type Recipient = {
  subscriberId: number
  email: string
  subscribeTime: Date | null
  subscribeIp: string | null
  customFields: CustomValues
  /** Which part a subscriber wants of a content that has both; null: says nothing. */
  emailFormat: 'html' | 'text' | 'both' | null
}

/** Which message: see `SentRef`. */
export type Occasion = {
  contentId: number | null
  occasion: number
  /** For `%%api:key%%`. */
  replacements?: Readonly<Record<string, string>>
  now: Date
}

export type Composed = { message: BuiltMessage; format: 'html' | 'text' | 'multipart' }

export type Composer = {
  /** @returns the message, or why it cannot be written. @throws Error: nothing of that kind may leave. */
  compose: (recipient: Recipient, occasion: Occasion) => Promise<Composed | { problem: string }>
  /** The same content as a web page, or null where the campaign has no such content. Opens are not counted. */
  webVersion: (recipient: Recipient, occasion: Occasion) => string | null
}

type Settings = {
  content: MessageContent
  bodies: readonly PreparedBody[]
  secrets: Secrets
  /** Where readers reach the server, without a slash at its end. */
  baseUrl: string
  /** Of the organization, by domain in lower case. */
  dkimSigners?: ReadonlyMap<string, DkimSigner>
}

type Tools = Settings & {
  tokens: TrackingTokens
  names: MessageNames
  /** Where links of these messages lead. */
  origin: string
}

/** Makes the messages of one campaign or autoresponder: what they have in common is read once. */
export function createComposer(settings: Settings): Composer {
  const tools: Tools = {
    ...settings,
    tokens: createTrackingTokens(settings.secrets),
    names: createMessageNames(settings.secrets),
    origin: settings.content.urlOrigin ?? settings.baseUrl,
  }
  const bodies = new Map(settings.bodies.map((body) => [body.id, body]))
  return {
    compose: async (recipient, occasion) => {
      const body = bodies.get(occasion.contentId)
      if (body === undefined) return { problem: 'the content was removed' }
      const { rendered, unsubscribeUrl } = render(tools, body, recipient, occasion)
      const message = await buildMessage(
        rendered,
        deliveryOf(tools, { rendered, unsubscribeUrl }, recipient, occasion),
      )
      return 'problem' in message ? message : { message, format: formatOf(rendered) }
    },
    webVersion: (recipient, occasion) => {
      const body = bodies.get(occasion.contentId)
      if (body === undefined) return null
      const { rendered } = render(tools, body, { ...recipient, emailFormat: 'html' }, occasion)
      if (rendered.html !== null) return rendered.html
      return `<!doctype html><meta charset="utf-8"><pre style="white-space:pre-wrap">${htmlEncode(rendered.text ?? '')}</pre>`
    },
  }
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

/** Every message is rendered with the urls of its own reader. */
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
    webVersion: `${origin}/w/${tokens.write({ kind: 'web_view', ...ref })}`,
  }
  const values = valuesOf(content, recipient, { links, replacements, now })
  const rendered = renderContent(body.compiled, values, {
    click: (link) => {
      const linkId = body.linkIds[link]
      if (linkId === undefined) throw new Error('a link was not written down')
      return `${origin}/c/${tokens.write({ kind: 'click', ...ref, linkId })}`
    },
    open: `${origin}/o/${tokens.write({ kind: 'open', ...ref })}`,
  })
  return { rendered: wanted(rendered, recipient), unsubscribeUrl: links.unsubscribe }
}

function deliveryOf(
  { content, names, origin, dkimSigners }: Tools,
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
    list: {
      name: content.list.name,
      id: `list-${content.list.id}.org-${content.organizationId}.${new URL(origin).hostname}`,
    },
    unsubscribeUrl,
    dkim: dkimSigners?.get(fromDomain) ?? null,
  }
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
  }
}

/** Of a content with both parts a subscriber may want the one. */
function wanted(rendered: RenderedContent, { emailFormat }: Recipient): RenderedContent {
  if (rendered.html === null || rendered.text === null) return rendered
  if (emailFormat === 'text') return { ...rendered, html: null }
  return emailFormat === 'html' ? { ...rendered, text: null } : rendered
}

function formatOf({ html, text }: RenderedContent): Composed['format'] {
  if (html !== null && text !== null) return 'multipart'
  return html === null ? 'text' : 'html'
}
