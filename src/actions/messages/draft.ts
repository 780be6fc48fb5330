import { invalid } from '../../contract/api/errors.ts'
import {
  contentOf,
  sendAtDaysMax,
  type MessageInput,
  type WrittenContent,
} from '../../contract/messages/input.ts'
import { defaultStream } from '../../contract/messages/streams.ts'
import { parseBegins } from '../../contract/times/instants.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import type { MessageTokens } from '../../links/messages.ts'
import { renderSingle } from '../../rendering/mails/single.ts'
import type { NewMessage } from '../../store/messages/rows.ts'
import { findStreams, type StreamDefaults } from '../../store/messages/streams.ts'
import { findTemplateContents, type TemplateContent } from '../../store/messages/templates.ts'
import { findPermissionProblems } from '../../store/resources/permissions.ts'
import { findSenderProblems } from '../../store/resources/sender-addresses.ts'
import { atField } from './content-faults.ts'

export type MessageParts = { tokens: MessageTokens; baseUrl: string; now: () => Date }

/** What the messages of one call refer to. */
export type References = {
  streams: ReadonlyMap<string, StreamDefaults>
  templates: ReadonlyMap<number, TemplateContent>
}

type Named = Pick<MessageInput, 'stream' | 'template_id'>

export async function findReferences(
  sql: Transaction,
  organizationId: number,
  inputs: readonly Named[],
): Promise<References> {
  const templateIds = inputs.flatMap((one) => one.template_id ?? [])
  const [streams, templates] = await Promise.all([
    findStreams(sql, organizationId, inputs.map(streamNameOf)),
    findTemplateContents(sql, organizationId, templateIds),
  ])
  return { streams, templates }
}

function streamNameOf({ stream }: Named): string {
  return stream?.trim() || defaultStream
}

type Place = { organizationId: number; zone: string; id: number; warn: (sentence: string) => void }

/** Reads the content with its values, so that whoever calls learns what is wrong with it. @throws AppError `validation_failed`. */
export function draftMessage(
  { tokens, baseUrl, now }: MessageParts,
  references: References,
  { organizationId, zone, id, warn }: Place,
  input: MessageInput,
): NewMessage {
  const stream = references.streams.get(streamNameOf(input).toLowerCase())
  if (stream === undefined) throw invalid('stream does not exist')
  const from = input.from_email?.address ?? stream.from_email
  if (from === '') throw invalid('from_email cannot be blank: its stream has none')
  const replyTo = input.reply_to?.address ?? stream.reply_to
  const fromName = input.from_name?.trim() ?? stream.from_name
  const { content, isShared } = findContent(references, input)
  const token = tokens.write({ kind: 'unsubscribe', organizationId, messageId: id })
  const occasion = {
    to: input.to.address,
    fromName,
    fromEmail: from,
    replyTo,
    data: input.data ?? {},
    unsubscribeUrl: stream.unsubscription ? `${stream.url_origin ?? baseUrl}/m/${token}` : '',
    now: now(),
    zone,
    isShared,
  }
  const rendered = atField(input, () => renderSingle(content, occasion))
  return {
    id,
    streamId: stream.id,
    email: input.to.address,
    emailKey: input.to.key,
    toName: input.to_name?.trim() ?? '',
    fromName,
    fromEmail: from,
    replyTo,
    templateId: input.template_id ?? null,
    tags: input.tags ?? [],
    trackOpens: input.track_opens ?? stream.track_opens,
    trackLinks: input.track_links ?? stream.track_links,
    sendAt: readSendAt(input, { zone, now: now(), warn }),
    ...rendered,
    headers: input.headers ?? [],
    attachments: input.attachments ?? [],
  }
}

type Written = Pick<
  MessageInput,
  'subject' | 'html' | 'text' | 'document' | 'template_id' | 'data' | 'language'
>

/** @throws AppError `validation_failed`. */
export function findContent(
  { templates }: Pick<References, 'templates'>,
  input: Written,
): { content: WrittenContent; isShared: boolean } {
  if (input.template_id === undefined) {
    const content = contentOf(input)
    if ('problem' in content) throw invalid(content.problem)
    // Whoever gives data sends the same content to others, too.
    return { content, isShared: input.data !== undefined }
  }
  if (input.html !== undefined || input.text !== undefined || input.document != null) {
    throw invalid('template_id cannot be given together with html, text or document')
  }
  const template = templates.get(input.template_id)
  if (template === undefined) throw invalid('template_id does not exist')
  return { content: { ...template, subject: input.subject ?? template.subject }, isShared: true }
}

function readSendAt(
  { send_at: given }: Pick<MessageInput, 'send_at'>,
  { zone, now, warn }: { zone: string; now: Date; warn: Place['warn'] },
): Date | null {
  if (given === undefined || given === null || given === '') return null
  const nowMs = now.getTime()
  const ms = parseBegins(String(given), { zone, nowMs })
  if (ms === null) throw invalid('send_at must look like 2026-12-31 09:00, 2026-12-31T09:00:00Z or now')
  if (ms > nowMs + sendAtDaysMax * 86_400_000) {
    throw invalid(`send_at must be at most ${sendAtDaysMax} days from now`)
  }
  if (ms < nowMs - 60_000) warn('send_at is in the past: the message leaves at once')
  return ms <= nowMs ? null : new Date(ms)
}

/** Of what differs from the stream, which was checked when it was changed. Messages of one call often share a sender. */
export function createSenderCheck(sql: Transaction, organizationId: number) {
  const known = new Map<string, Promise<string[]>>()
  return async ({ streams }: References, input: MessageInput): Promise<void> => {
    const stream = streams.get(streamNameOf(input).toLowerCase())
    const wanted = { from_email: input.from_email?.address, reply_to: input.reply_to?.address }
    const current = { from_email: stream?.from_email, reply_to: stream?.reply_to }
    const key = JSON.stringify([wanted, current])
    const change = { wanted, current }
    const found = known.get(key) ?? problemsOf(sql, organizationId, change)
    known.set(key, found)
    const problems = await found
    if (problems.length > 0) throw invalid(problems.join(', '))
  }
}

async function problemsOf(
  sql: Transaction,
  organizationId: number,
  change: Parameters<typeof findPermissionProblems>[2],
): Promise<string[]> {
  const [permissions, senders] = await Promise.all([
    findPermissionProblems(sql, organizationId, change),
    findSenderProblems(sql, organizationId, { ...change, current: change.current ?? null }),
  ])
  return [...permissions, ...senders]
}
