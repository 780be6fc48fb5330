import { inlineAssetIds, inlineProblem } from '../../contract/campaigns/inline-pictures.ts'
import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { attachedBytesMax } from '../../contract/resources/attachments.ts'

type Sent = Pick<MessageContent, 'source' | 'organization'>

/** What keeps a message from carrying its pictures, or null. Campaigns need the permission of the organization. */
export function pictureProblem(
  { source, organization }: Sent,
  { format, html, pictures = [] }: MessageBody,
): string | null {
  if (format === 'text' || inlineAssetIds(html).length === 0) return null
  if (source.kind === 'campaign' && organization.canEmbedPictures !== true)
    return 'campaigns of this organization cannot carry pictures (cid:): use their addresses, or ask a system administrator for the permission'
  return inlineProblem(html, pictures)
}

/** As `pictureProblem`, of the files beside what is read. */
export function fileProblem(
  { source, organization }: Sent,
  { attachmentIds = [], files = [] }: MessageBody,
): string | null {
  if (attachmentIds.length === 0) return null
  if (source.kind === 'campaign' && organization.canAttachFiles !== true)
    return 'campaigns of this organization cannot carry files: remove them, or ask a system administrator for the permission'
  if (files.length < attachmentIds.length) return 'a file of the message is gone: attach it again'
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return bytes <= attachedBytesMax
    ? null
    : `the files have more than ${attachedBytesMax / 1_048_576} MB together: attach fewer or smaller ones`
}
