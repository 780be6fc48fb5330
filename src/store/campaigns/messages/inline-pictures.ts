import {
  inlineAssetIds,
  inlinePicturesMax,
  inlineBytesMax,
  type InlinePicture,
} from '../../../contract/campaigns/inline-pictures.ts'
import type { Sql } from '../../../database/driver/connection.ts'

/** The pictures that the HTML carries; those that are gone are missing. What is too large has no content. */
export async function findInlinePictures(
  sql: Sql,
  organizationId: number,
  html: string,
): Promise<InlinePicture[]> {
  const ids = inlineAssetIds(html).slice(0, inlinePicturesMax)
  if (ids.length === 0) return []
  const rows = await sql<InlinePicture[]>`
    select a.id as "assetId", a.token, a.filename, a.content_type as "contentType", a.size_bytes as "sizeBytes",
      case when a.size_bytes <= ${inlineBytesMax} then replace(encode(a.bytes, 'base64'), chr(10), chr(13) || chr(10))
        else '' end as content
    from assets a where a.organization_id = ${organizationId} and a.id = any(${ids}::integer[])
    order by a.id`
  return [...rows]
}
