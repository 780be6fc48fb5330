import type { Spool } from '../../../src/files/storage.ts'

type Source = AsyncIterable<Buffer> | Buffer | string

/** Spools a whole file, as uploads and downloads do in pieces. Leaves nothing behind on an error. */
export async function spoolFile(
  spool: Spool,
  organizationId: number,
  source: Source,
  limit: { limitBytes?: number } = {},
) {
  const draft = await spool.draft(organizationId, limit)
  try {
    if (typeof source === 'string') await draft.write(Buffer.from(source))
    else if (Buffer.isBuffer(source)) await draft.write(source)
    else for await (const chunk of source) await draft.write(chunk)
    return await draft.keep()
  } catch (error) {
    await draft.discard()
    throw error
  }
}
