import { invalid } from '../../contract/api/errors.ts'
import { headBytesMax, type ReadFile } from '../../files/inspection/local-file.ts'
import type { Spool, SpoolDraft } from '../../files/storage.ts'
import { headBytes, kindOf } from '../../files/unpacking/kind.ts'
import { download } from '../../outbound/download/fetch.ts'
import { checkUrl } from './create.ts'

/** `name`: of the packed file in the spool, which the caller removes. */
type Found = { read: ReadFile } | { name: string }

type Files = { spool: Spool; allow: string[]; allowLoopback: boolean }

const packedBytesMax = 33_554_432
const limits = { timeoutMs: 30_000, idleTimeoutMs: 10_000 }

class ReadEnough extends Error {}

/**
 * Of a text only the beginning is downloaded; a packed file as a whole, because its beginning alone cannot be unpacked.
 * @throws AppError `validation_failed`, a sentence; UnpackFault.
 */
export async function readUrl(organizationId: number, url: string, files: Files): Promise<Found> {
  checkUrl(url)
  const draft = await files.spool.draft(organizationId)
  let isKept = false
  try {
    const { head, isWhole } = await downloadBeginning(url, draft, { ...files, organizationId })
    if (kindOf(head) === 'plain') {
      return { read: { head: { bytes: head, isWhole }, pass: null, isWorkbook: false } }
    }
    if (!isWhole) {
      throw invalid(
        `The file behind the url is packed and larger than ${packedBytesMax / 1_048_576} MB, so it cannot be inspected there. Upload the file to inspect it; an import reads it from the url, too.`,
      )
    }
    const { name } = await draft.keep()
    isKept = true
    return { name }
  } finally {
    if (!isKept) await draft.discard()
  }
}

async function downloadBeginning(
  url: string,
  draft: SpoolDraft,
  { allow, allowLoopback, organizationId }: Files & { organizationId: number },
) {
  // Filled where it is: a server may send a byte at a time.
  const room = Buffer.allocUnsafeSlow(headBytesMax)
  let filled = 0
  let bytes = 0
  const headSoFar = () => room.subarray(0, filled)
  const write = async (chunk: Buffer) => {
    filled += chunk.copy(room, filled)
    await draft.write(chunk)
    bytes += chunk.length
    if (bytes < headBytes) return
    if (bytes > (kindOf(headSoFar()) === 'plain' ? headBytesMax : packedBytesMax)) throw new ReadEnough()
  }
  const isWhole = await download(url, { allow, allowLoopback, organizationId, write, ...limits }).then(
    (result) => {
      if (!result.ok) throw invalid(result.message)
      return true
    },
    (error: unknown) => {
      if (error instanceof ReadEnough) return false
      throw error
    },
  )
  return { head: headSoFar(), isWhole }
}
