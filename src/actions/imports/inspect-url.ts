import { invalid } from '../../contract/api/errors.ts'
import { headBytesMax, readUnpackedFile } from '../../files/inspection/local-file.ts'
import type { ReadFile } from '../../files/inspection/local-file.ts'
import type { Spool, SpoolDraft } from '../../files/storage.ts'
import { headBytes, kindOf } from '../../files/unpacking/kind.ts'
import { download } from '../../outbound/download/fetch.ts'
import { checkUrl } from './create.ts'
import { openToUnpack } from './open-to-unpack.ts'

type Files = { spool: Spool; scratchDir: string; allow: string[]; allowLoopback: boolean }

const packedBytesMax = 33_554_432
const limits = { timeoutMs: 30_000, idleTimeoutMs: 10_000 }

class ReadEnough extends Error {}

/**
 * Of a text only the beginning is downloaded; a packed file as a whole, because its beginning alone cannot be unpacked.
 * @throws AppError `validation_failed`, a sentence; UnpackFault.
 */
export async function readUrl(organizationId: number, url: string, files: Files): Promise<ReadFile> {
  checkUrl(url)
  const draft = await files.spool.draft(organizationId)
  let isKept = false
  try {
    const { head, isWhole } = await downloadBeginning(url, draft, files)
    if (kindOf(head) === 'plain') return { head: { bytes: head, isWhole }, pass: null, isWorkbook: false }
    if (!isWhole) {
      throw invalid(
        `The file behind the url is packed and larger than ${packedBytesMax / 1_048_576} MB, so it cannot be inspected there. Upload the file to inspect it; an import reads it from the url, too.`,
      )
    }
    const { name } = await draft.keep()
    isKept = true
    return await readKept(organizationId, name, files)
  } finally {
    if (!isKept) await draft.discard()
  }
}

async function downloadBeginning(url: string, draft: SpoolDraft, { allow, allowLoopback }: Files) {
  let head = Buffer.alloc(0)
  let bytes = 0
  const write = async (chunk: Buffer) => {
    if (head.length < headBytesMax) head = Buffer.concat([head, chunk]).subarray(0, headBytesMax)
    await draft.write(chunk)
    bytes += chunk.length
    if (bytes < headBytes) return
    if (bytes > (kindOf(head) === 'plain' ? headBytesMax : packedBytesMax)) throw new ReadEnough()
  }
  const isWhole = await download(url, { allow, allowLoopback, write, ...limits }).then(
    (result) => {
      if (!result.ok) throw invalid(result.message)
      return true
    },
    (error: unknown) => {
      if (error instanceof ReadEnough) return false
      throw error
    },
  )
  return { head, isWhole }
}

async function readKept(organizationId: number, name: string, files: Files): Promise<ReadFile> {
  try {
    const handle = await openToUnpack(files, organizationId, name)
    return await readUnpackedFile(handle, files.scratchDir).finally(() => handle.close())
  } finally {
    await files.spool.remove(organizationId, name)
  }
}
