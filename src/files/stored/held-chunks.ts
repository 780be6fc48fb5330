/** A chunk of a reader in memory, or the place of one that was given to another reader. */
export type HeldChunk = { readonly atByte: number; readonly bytes: Promise<Buffer> | null }

export type HeldChunks = {
  /** Loads a chunk. Waits for a place if there is none. */
  hold: (atByte: number, load: () => Promise<Buffer>) => Promise<HeldChunk>
  /** The same ahead of its use, and only while half of the places are free. */
  holdAhead: (atByte: number, load: () => Promise<Buffer>) => HeldChunk | null
  /** It was used now. */
  touch: (held: HeldChunk) => void
  release: (held: HeldChunk) => void
}

type ChunkPlace = { atByte: number; bytes: Promise<Buffer> | null; usedMs: number; isLoading: boolean }

type Bounds = {
  chunksMax: number
  /** A chunk that was not used for so long is given up if another reader waits: its client is slow, and loads it again. */
  idleMs: number
}

/**
 * The memory of all readers of a process together. Who waits gets a place in turn, at the latest when another reader has
 * not used its chunk for `idleMs`, so many slow clients cost repeated loads, at most `chunksMax` in that time.
 */
export function createHeldChunks({ chunksMax, idleMs }: Bounds): HeldChunks {
  // The least recently used one first.
  const places = new Set<ChunkPlace>()
  const waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const release = (place: ChunkPlace) => {
    place.bytes = null
    if (places.delete(place)) admit()
  }
  const hasRoom = () => {
    if (places.size < chunksMax) return true
    const [idle] = [...places].filter(({ isLoading }) => !isLoading)
    if (idle === undefined || performance.now() - idle.usedMs < idleMs) return false
    idle.bytes = null
    return places.delete(idle)
  }
  const admit = () => {
    while (waiting.length > 0 && hasRoom()) waiting.shift()?.()
    clearTimeout(timer)
    if (waiting.length > 0) timer = setTimeout(admit, idleMs / 4)
  }
  const loaded = async (place: ChunkPlace, bytes: Promise<Buffer>) => {
    try {
      await bytes
      place.isLoading = false
      place.usedMs = performance.now()
    } catch {
      // Not thrown: no reader may be waiting yet, and the chunk is requested again when one is.
      release(place)
    }
  }
  const take = (atByte: number, load: () => Promise<Buffer>) => {
    const place: ChunkPlace = { atByte, bytes: null, usedMs: performance.now(), isLoading: true }
    places.add(place)
    const bytes = load()
    place.bytes = bytes
    void loaded(place, bytes)
    return place
  }
  return {
    hold: (atByte, load) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(take(atByte, load)))
        admit()
      }),
    holdAhead: (atByte, load) =>
      waiting.length === 0 && places.size < chunksMax / 2 ? take(atByte, load) : null,
    touch: (held) => {
      const place = held as ChunkPlace
      place.usedMs = performance.now()
      if (places.delete(place)) places.add(place)
    },
    release: (held) => release(held as ChunkPlace),
  }
}
