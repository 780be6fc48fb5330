import { AppError, tooManyRequests } from '../../contract/api/errors.ts'

/** Of one organization in one process: each keeps a connection and a file open. */
const writersMax = 8

type UploadKey = { organizationId: number; id: number }

export type WriterPlace = {
  /** Aborts when another request continues the upload. */
  signal: AbortSignal
  leave: () => void
}

export type UploadWriters = {
  /** Waits until an earlier request for the upload has stored its bytes and ended. */
  interrupt: (place: UploadKey) => Promise<void>
  /** @throws AppError 429 if the organization has too many. */
  enter: (place: UploadKey) => Promise<WriterPlace>
}

/** The requests of this process that are writing. */
export function createUploadWriters(): UploadWriters {
  const writers = new Map<string, { stop: AbortController; left: Promise<void> }>()
  const counts = new Map<number, number>()
  const interrupt = async ({ organizationId, id }: UploadKey) => {
    // Several may wait for the same writer; the first of them becomes the next one.
    for (let writer; (writer = writers.get(`${organizationId}:${id}`)) !== undefined;) {
      writer.stop.abort(interrupted())
      await writer.left
    }
  }
  return {
    interrupt,
    enter: async (place) => {
      await interrupt(place)
      const { organizationId, id } = place
      const count = counts.get(organizationId) ?? 0
      if (count >= writersMax) {
        throw tooManyRequests(
          `${writersMax} uploads of the organization are in progress: send fewer at once`,
          5,
        )
      }
      counts.set(organizationId, count + 1)
      const stop = new AbortController()
      let resolve = () => {}
      const left = new Promise<void>((done) => (resolve = done))
      writers.set(`${organizationId}:${id}`, { stop, left })
      const leave = () => {
        writers.delete(`${organizationId}:${id}`)
        const others = (counts.get(organizationId) ?? 1) - 1
        if (others === 0) counts.delete(organizationId)
        else counts.set(organizationId, others)
        resolve()
      }
      return { signal: stop.signal, leave }
    },
  }
}

export function interrupted(): AppError {
  return new AppError('invalid_request', 'another request continues this upload', {
    status: 409,
    headers: { connection: 'close' },
  })
}
