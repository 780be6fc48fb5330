import type { z } from 'zod'
import { compileDocument } from '../../contract/blocks/compile.ts'
import { conditionsOf } from '../../contract/blocks/conditions.ts'
import { invalid, notFound } from '../../contract/api/errors.ts'
import type { renderCampaign, RenderInput } from '../../contract/campaigns/check.ts'
import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { readColumns, readRemoteRow, remoteFields } from '../../contract/lists/remote-rows.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { withAddresses, type Recipient } from '../../rendering/composer.ts'
import { writtenPart } from '../../rendering/conditional.ts'
import { renderSample } from '../../rendering/inspection/sample.ts'
import { findUnknownCodes } from '../../rendering/inspection/unknown-codes.ts'
import { findCampaignContent } from '../../store/campaigns/message-content.ts'
import { findPreviewValues } from '../../store/campaigns/previews.ts'
import { findListSubscriber } from '../../store/campaigns/recipients/found.ts'
import { findHiddenOf } from '../../store/segments/hidden-blocks.ts'
import { findMessageFiles } from '../../store/resources/attachments.ts'
import { findInlinePictures } from '../../store/campaigns/messages/inline-pictures.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { Actor } from '../actor.ts'
import { requirePermission } from '../permission.ts'

type Rendered = z.input<typeof renderCampaign.data>

export function renderForOne(
  sql: Scoped,
  actor: Pick<Actor, 'caller'>,
  { id, origin }: { id: number; origin: string },
  fields: () => RenderInput,
): Promise<Rendered> {
  const { organization_id: organizationId } = actor.caller
  return sql.read(async (sql) => {
    await findCampaign(sql, organizationId, { kind: 'campaign', id })
    const message = await findCampaignContent(sql, organizationId, id)
    if (message === null) throw notFound('campaign')
    return renderMessage(sql, actor, { message, origin }, fields())
  })
}

export async function renderMessage(
  sql: Sql,
  { caller }: Pick<Actor, 'caller'>,
  { message: stored, origin }: { message: MessageContent; origin: string },
  input: RenderInput,
): Promise<Rendered> {
  if (input.subscriber_id !== undefined) requirePermission(caller, 'subscriber.read')
  const { message, recipient } =
    input.remote_recipient === undefined
      ? { message: stored, recipient: await findRecipient(sql, stored, input.subscriber_id) }
      : asRow(stored, input.remote_recipient)
  const body = await bodyOf(sql, message, input)
  const person = { ...recipient, hidden: await findHidden(sql, message, body, recipient) }
  const rendered = renderSample(message, body, person, { origin, now: new Date() })
  const size = Math.max(Buffer.byteLength(rendered.html ?? ''), Buffer.byteLength(rendered.text ?? ''))
  const { fromName, fromEmail, subject, text } = rendered
  const { organizationId } = message
  const html = rendered.html && withAddresses(rendered.html, body.pictures, { origin, organizationId })
  return {
    subscriber_id: input.subscriber_id ?? null,
    email: recipient.email,
    from_name: fromName,
    from_email: fromEmail,
    subject,
    html,
    text,
    size_bytes: size,
    unknown_codes: (['subject', 'html', 'text'] as const).flatMap((part) =>
      findUnknownCodes(writtenPart(body, part), message.fields, body.language).map((found) => ({
        part,
        ...found,
      })),
    ),
    attachments: (body.files ?? []).map(({ id, filename, contentType, sizeBytes }) => ({
      id,
      filename,
      content_type: contentType,
      size_bytes: sizeBytes,
    })),
  }
}

/** Without a subscriber, all blocks are shown. */
function findHidden(
  sql: Sql,
  { organizationId, list, timeZone }: MessageContent,
  { conditions = [] }: MessageBody,
  { subscriberId }: Recipient,
): Promise<readonly boolean[] | undefined> {
  return findHiddenOf(sql, { organizationId, listId: list.id, timeZone }, subscriberId, conditions)
}

async function bodyOf(
  sql: Sql,
  { organizationId, list, contents }: MessageContent,
  { content, content_id: id, mark_blocks: marksBlocks = false }: RenderInput,
): Promise<MessageBody> {
  if (content !== undefined) {
    const { document, attachment_ids: attachmentIds, ...written } = content
    const marked = document === null || !marksBlocks ? {} : compileDocument(document, { marksBlocks })
    const pictures = await findInlinePictures(sql, organizationId, written.html)
    const carried = await findMessageFiles(sql, { organizationId, listId: list.id }, attachmentIds)
    const files = attachmentIds.flatMap((one) => carried.get(one) ?? [])
    return { id: null, ...written, ...marked, conditions: conditionsOf(document), pictures, files }
  }
  const body = id === undefined ? contents[0] : contents.find((one) => one.id === id)
  if (body === undefined)
    throw invalid(id === undefined ? 'campaign has no content' : 'content_id does not exist')
  return body
}

/** The columns of the row are the merge codes, as when the query is run. */
function asRow(
  message: MessageContent,
  row: Readonly<Record<string, string | null>>,
): { message: MessageContent; recipient: Recipient } {
  const layout = readColumns(Object.keys(row))
  if ('problem' in layout) throw invalid(`remote_recipient is not a row of a query: ${layout.problem}`)
  const read = readRemoteRow(layout, Object.values(row))
  if (typeof read === 'string') throw invalid('remote_recipient has no valid email or distinct_id')
  const codes = layout.codes.map(({ name }) => name)
  const { email, customFields } = read
  return {
    message: { ...message, fields: remoteFields(codes, message.fields) },
    recipient: { ...nobody, email, customFields },
  }
}

const nobody = { subscriberId: 0, subscribeTime: null, subscribeIp: null, emailFormat: null } as const

const sampleEmail = 'anna@example.com'

/** Without an id, a person with the preview values of the list. */
export async function findRecipient(
  sql: Sql,
  { organizationId, list }: MessageContent,
  subscriberId?: number,
): Promise<Recipient> {
  if (subscriberId === undefined) {
    return {
      subscriberId: 0,
      email: sampleEmail,
      subscribeTime: new Date(),
      subscribeIp: null,
      customFields: await findPreviewValues(sql, organizationId, list.id),
      emailFormat: null,
    }
  }
  const row = await findListSubscriber(sql, organizationId, list.id, subscriberId)
  if (row === null) throw invalid('subscriber_id does not exist')
  return {
    subscriberId: row.subscriber_id,
    email: row.email,
    subscribeTime: row.subscribe_time,
    subscribeIp: row.subscribe_ip,
    customFields: row.custom_fields,
    emailFormat: null,
  }
}
