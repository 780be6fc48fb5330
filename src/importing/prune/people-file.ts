import { open } from 'node:fs/promises'
import type { People } from '../../store/imports/prune.ts'

/** The ids and versions of people on disk, in the order of writing. */
export type PeopleFile = {
  append: (people: People) => Promise<void>
  /** Pieces of it: id and version of each in turn. */
  read: () => AsyncGenerator<Float64Array>
  close: () => Promise<void>
}

const personBytes = 16
const piecePeople = 16_384

export async function createPeopleFile(path: string): Promise<PeopleFile> {
  const file = await open(path, 'wx+', 0o600)
  let length = 0
  return {
    append: async ({ ids, versions }) => {
      const numbers = Float64Array.from({ length: ids.length * 2 }, (_, index) =>
        Number((index % 2 === 0 ? ids : versions)[index >> 1]),
      )
      // Not `write`, which may write less than all of it when the disk fills up.
      await file.appendFile(new Uint8Array(numbers.buffer))
      length += numbers.byteLength
    },
    read: async function* () {
      for (let at = 0; at < length; at += piecePeople * personBytes) {
        const numbers = new Float64Array((Math.min(length - at, piecePeople * personBytes) / personBytes) * 2)
        await file.read(numbers, 0, numbers.byteLength, at)
        yield numbers
      }
    },
    close: () => file.close(),
  }
}
