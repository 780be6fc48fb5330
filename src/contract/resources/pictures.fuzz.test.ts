import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changedBytes } from '../../../test/harness/fuzz/changed.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'
import { readPicture } from './pictures.ts'

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const rest = Array<number>(16).fill(0)
const webp = (...parts: (string | number[])[]) => bytesOf('RIFF', [40, 0, 0, 0], 'WEBP', ...parts, rest)
const samples = [
  bytesOf('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 0, 0, 2, 0], rest),
  bytesOf('GIF89a', [0, 1, 0, 2], rest),
  webp('VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 1, 0]),
  webp('VP8L', [10, 0, 0, 0, 0x2f, 255, 192, 127, 0]),
  webp('VP8 ', [10, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0, 1, 0, 2]),
  bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 16], rest.map(() => 1).slice(2), [0xff, 0xff, 0xff, 0xdb, 0, 4, 1, 1, 0xff, 0xc2, 0, 17, 8, 2, 0, 1, 0], rest), // oxfmt-ignore
]

test('the samples are pictures of 256 by 512', () => {
  for (const sample of samples) expect(readPicture(sample)).toMatchObject({ width_px: 256, height_px: 512 })
})

test('changed pictures have a size or are none, and are read once', () => {
  const reads = [
    vi.spyOn(DataView.prototype, 'getUint8'),
    vi.spyOn(DataView.prototype, 'getUint16'),
    vi.spyOn(DataView.prototype, 'getUint32'),
  ]
  onTestFinished(() => void vi.restoreAllMocks())
  fc.assert(
    fc.property(changedBytes(samples), (bytes) => {
      for (const read of reads) read.mockClear()
      const picture = readPicture(bytes)
      const count = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      expect(count).toBeLessThanOrEqual(3 * bytes.length + 10)
      // Nothing around the bytes counts.
      const within = Buffer.concat([Buffer.alloc(7, 0xff), bytes, Buffer.alloc(40, 0xff)])
      expect(readPicture(within.subarray(7, 7 + bytes.length))).toEqual(picture)
      if (picture === null) return
      expect(picture.contentType).toMatch(/^image\/(png|jpeg|gif|webp)$/)
      for (const side of [picture.width_px, picture.height_px]) {
        expect(Number.isInteger(side) && side >= 1 && side <= 20_000).toBe(true)
      }
    }),
    propertyRuns(60_000, 200),
  )
})
