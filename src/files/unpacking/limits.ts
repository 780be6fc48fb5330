/** What a packed file may become. Bytes are those of the unpacked text, also of the parts of a workbook. */
export type UnpackLimits = {
  unpackedBytesMax: number
  /** Unpacked bytes for each packed one, above `freeBytes`: real lists reach 40, a bomb 1,000. */
  ratioMax: number
  freeBytes: number
  entriesMax: number
}

export const unpackLimits: UnpackLimits = {
  unpackedBytesMax: 32 * 1024 ** 3,
  ratioMax: 250,
  freeBytes: 64 * 1024 ** 2,
  entriesMax: 10_000,
}

/** The file cannot be unpacked. The message is a sentence for the user. */
export class UnpackFault extends Error {}

/** @throws UnpackFault once there are more bytes than `limits` allow for `packedBytes`. */
export function createByteCount(packedBytes: number, limits: UnpackLimits): (bytes: number) => void {
  const byRatio = Math.max(limits.freeBytes, packedBytes * limits.ratioMax)
  let total = 0
  return (bytes) => {
    total += bytes
    if (total > limits.unpackedBytesMax) {
      throw new UnpackFault(
        `The file unpacks to more than ${limits.unpackedBytesMax} bytes. Divide it, and import the parts one after the other.`,
      )
    }
    if (total > byRatio) {
      throw new UnpackFault(
        `The file unpacks to more than ${limits.ratioMax} times its size, as only damaged or malicious files do. Upload the unpacked file.`,
      )
    }
  }
}

export async function* bounded(
  pieces: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    count(piece.length)
    yield piece
  }
}
