import { chunkBytes, findParts, insertChunk, measureStored } from '../../store/server/spool/rows.ts'
import { gone } from '../storage.ts'
import type { ChunkStore } from './chunk-spool.ts'

export const databasePlace = 'database'

/** Chunks are rows. */
export const chunksInDatabase: ChunkStore = {
  place: databasePlace,
  chunkBytes,
  insert: insertChunk,
  reader: (sql, place, size) => ({
    read: async (buffer, offset, length, position) => {
      const to = Math.min(position + length, size)
      let end = position
      const parts = position < to ? await findParts(sql, place, { from: position, to }) : []
      for (const { at_byte: at, bytes } of parts) {
        if (at !== end) break
        bytes.copy(buffer, offset + at - position)
        end += bytes.length
      }
      if (end < to) throw gone(place.name)
      return { bytesRead: Math.max(0, to - position), buffer }
    },
  }),
  measure: measureStored,
}
