import { inlineAssetIds, inlineProblem } from '../../contract/campaigns/inline-pictures.ts'
import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'

/** What keeps a message from carrying its pictures, or null. Campaigns need the permission of the organization. */
export function pictureProblem(
  { source, organization }: Pick<MessageContent, 'source' | 'organization'>,
  { format, html, pictures = [] }: MessageBody,
): string | null {
  if (format === 'text' || inlineAssetIds(html).length === 0) return null
  if (source.kind === 'campaign' && organization.canEmbedPictures !== true)
    return 'campaigns of this organization cannot carry pictures (cid:): use their addresses, or ask a system administrator for the permission'
  return inlineProblem(html, pictures)
}
