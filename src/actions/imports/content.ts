import { contentTooLarge, invalid } from '../../contract/api/errors.ts'
import type { Spool } from '../../files/storage.ts'

export type ContentFiles = {
  spool: Spool
  /** Of `file_source.content`, in UTF-8. */
  jsonBytesMax: number
}

/** A database or an object storage stores no more at once. */
const pieceBytes = 1_048_576

/**
 * @returns the name of the file.
 * @throws AppError `validation_failed` for half a surrogate pair, `invalid_request` (413) for content that is too large.
 */
export async function keepContent(
  { spool, jsonBytesMax }: ContentFiles,
  organizationId: number,
  content: string,
): Promise<string> {
  if (!content.isWellFormed()) throw invalid('file_source.content is not valid Unicode')
  const bytes = Buffer.from(content)
  if (bytes.length > jsonBytesMax) throw contentTooLarge(largerContent(jsonBytesMax))
  const draft = await spool.draft(organizationId)
  try {
    for (let begin = 0; begin < bytes.length; begin += pieceBytes) {
      await draft.write(bytes.subarray(begin, begin + pieceBytes))
    }
    const { name } = await draft.keep()
    return name
  } catch (error) {
    await draft.discard()
    throw error
  }
}

export function largerContent(bytesMax: number): string {
  return `file_source.content must be at most ${bytesMax} bytes; upload larger files (POST uploads), or send them by upload_directory or url`
}
