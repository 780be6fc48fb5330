import { createHash, randomBytes } from 'node:crypto'
import { badRequest, contentTooLarge } from '../../contract/api/errors.ts'
import { SpoolLimitExceeded } from '../../files/storage.ts'
import type { Spool, SpoolDraft } from '../../files/storage.ts'
import type { Upload } from '../server/read-body.ts'
import { createMemberTap } from './member.ts'

export type ContentLimits = { spool: Spool; jsonBytesMax: number }

const path = ['file_source', 'content']

/** Writes the content to the spool while the request arrives, so memory does not grow with it. */
export function createContentUpload({ spool, jsonBytesMax }: ContentLimits, organizationId: number): Upload {
  const reference = randomBytes(16).toString('hex')
  const tap = createMemberTap({ path, wrapper: 'subscriber_import', reference })
  const requireUtf8 = createUtf8Check()
  const hash = createHash('sha256')
  let draft: SpoolDraft | undefined
  let writing: Promise<void> | undefined
  let isKept = false

  const write = async (content: Buffer) => {
    hash.update(content)
    draft ??= await spool.draft(organizationId, { limitBytes: jsonBytesMax })
    await draft.write(content).catch((error: unknown) => {
      throw error instanceof SpoolLimitExceeded ? tooLarge(jsonBytesMax) : error
    })
  }
  return {
    reference,
    characters: tap.characters,
    sha256: () => hash.copy().digest('hex'),
    take(bytes) {
      requireUtf8(bytes)
      const { rest, content } = tap.take(bytes)
      if (content === null) return { rest }
      writing = write(content)
      return { rest, written: writing }
    },
    async keep() {
      if (draft === undefined) throw new Error('the body has no content')
      const { name } = await draft.keep()
      isKept = true
      return name
    },
    async discard() {
      if (isKept) return
      // If the client hangs up, the last bytes may still be being written.
      await writing?.catch(() => {})
      await draft?.discard()
    },
  }
}

function createUtf8Check(): (bytes: Buffer) => void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes) => {
    try {
      decoder.decode(bytes, { stream: true })
    } catch {
      throw badRequest('the body is not valid UTF-8')
    }
  }
}

function tooLarge(bytesMax: number) {
  return contentTooLarge(
    `file_source.content must be at most ${bytesMax} bytes; send larger files by upload_directory or url`,
  )
}
