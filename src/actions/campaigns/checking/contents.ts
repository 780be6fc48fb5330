import type { MessageContent } from '../../../contract/campaigns/message-content.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import type { CheckedContent } from '../../../rendering/inspection/checkers/checked-content.ts'
import { inspectContent } from '../../../rendering/inspection/content.ts'
import { orProblem } from '../../../rendering/composer.ts'
import { renderSample } from '../../../rendering/inspection/sample.ts'
import { findInlinePictures } from '../../../store/campaigns/messages/inline-pictures.ts'
import { findMessageFiles } from '../../../store/resources/attachments.ts'
import { findRecipient } from '../render.ts'
import type { Found } from './found.ts'

export type NamedContent = Pick<CheckedContent, 'body' | 'document'> & { name: string }

/** Each sentence names its content if there are several. */
export async function inspectContents(
  sql: Sql,
  message: MessageContent,
  { contents, origin }: { contents: readonly NamedContent[]; origin: string },
): Promise<Found[]> {
  if (contents.length === 0) return [{ kind: 'stop', code: 'content', sentence: 'There is no message yet.' }]
  const recipient = await findRecipient(sql, message)
  const place = { organizationId: message.organizationId, listId: message.list.id }
  const found: Found[] = []
  for (const { name, body: written, document } of contents) {
    const pictures = await findInlinePictures(sql, message.organizationId, written.html)
    const carried = await findMessageFiles(sql, place, written.attachmentIds ?? [])
    const body = { ...written, pictures, files: [...carried.values()] }
    // What cannot be composed is a finding of its own.
    const drawn = orProblem(() => renderSample(message, body, recipient, { origin, now: new Date() }))
    const htmlBytes = 'problem' in drawn ? 0 : Buffer.byteLength(drawn.result.html ?? '')
    const content_name = contents.length > 1 ? name : null
    for (const one of inspectContent({ body, document, message, htmlBytes }))
      found.push({ ...one, content_id: body.id, content_name })
  }
  return found
}
