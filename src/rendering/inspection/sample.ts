import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { compileBody, type Recipient } from '../composer.ts'
import type { MergeValues } from '../codes.ts'
import { renderContent, type CompiledContent, type RenderedContent } from '../content.ts'

/** As the recipient would get it, but its links lead nowhere: a user who sees it must not act for the recipient. */
export function renderSample(
  message: MessageContent,
  body: MessageBody,
  recipient: Recipient,
  { origin, now }: { origin: string; now: Date },
): RenderedContent {
  const content = { ...message, tracking: { opens: false, links: false } }
  return renderCompiled(content, compileBody(content, body), recipient, { origin, now })
}

export function renderCompiled(
  content: MessageContent,
  compiled: CompiledContent,
  recipient: Recipient,
  {
    origin,
    now,
    replacements = {},
  }: { origin: string; now: Date; replacements?: MergeValues['replacements'] },
): RenderedContent {
  const { subscriberId, email, subscribeTime, subscribeIp, customFields } = recipient
  const { source, fromEmail, fromName, senderEmail, replyTo } = content
  const place = content.urlOrigin ?? origin
  return renderContent(
    compiled,
    {
      subscriber: { id: subscriberId, email, subscribeTime, subscribeIp, customFields },
      list: content.list,
      campaign: source.kind === 'campaign' ? { id: source.id, name: source.name } : null,
      delivery: { fromEmail, fromName, senderEmail, replyTo },
      links: {
        unsubscribe: `${place}/u/preview`,
        unsubscribeToken: 'preview',
        webVersion: `${place}/w/preview`,
        preferences: `${place}/p/preview`,
      },
      replacements,
      now,
      zone: content.timeZone,
      hidden: recipient.hidden,
    },
    { click: () => '', open: '' },
  )
}
