/** A Bloom filter: it passes each key that was added, and one in 75 or fewer of the others. */
export type KeyFilter = {
  /** @param keys with the byte `separator` between them. */
  addJoined: (keys: Uint8Array, separator: number) => void
  passes: (bytes: Uint8Array, from: number, to: number) => boolean
}

const bitsMin = 16

/** @param keys that will be added: each takes two to four bytes. */
export function createKeyFilter(keys: number): KeyFilter {
  const words = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, (keys * bitsMin) / 32))))
  const mask = words.length - 1
  return {
    addJoined: (bytes, separator) => {
      let hash = seed
      for (let at = 0; at <= bytes.length; at += 1) {
        const byte = at < bytes.length ? (bytes[at] as number) : separator
        if (byte !== separator) hash = folded(hash, byte)
        else {
          const mixed = mixedOf(hash)
          const word = (mixed >>> wordShift) & mask
          words[word] = (words[word] as number) | bitsOf(mixed)
          hash = seed
        }
      }
    },
    passes: (bytes, from, to) => {
      let hash = seed
      for (let at = from; at < to; at += 1) hash = folded(hash, bytes[at] as number)
      const mixed = mixedOf(hash)
      const bits = bitsOf(mixed)
      return ((words[(mixed >>> wordShift) & mask] as number) & bits) === bits
    },
  }
}

const seed = 0x811c9dc5
const wordShift = 8

function folded(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193)
}

function mixedOf(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** Three bits of one word, so that memory is read once. */
function bitsOf(mixed: number): number {
  const other = Math.imul(mixed, 0x9e3779b1)
  return (1 << (other >>> 27)) | (1 << ((other >>> 22) & 31)) | (1 << ((other >>> 17) & 31))
}
