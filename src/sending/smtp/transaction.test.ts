import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDay } from '../../../test/harness/night.ts'
import { stuffed } from './transaction.ts'

/** What a server makes of the data: its lines end with CR LF, and a first dot is taken away. */
function received(data: Buffer): string {
  const text = data.toString('latin1')
  expect(text.endsWith('\r\n')).toBe(true)
  const lines = text.slice(0, -2).split('\r\n')
  for (const line of lines) expect(line).not.toMatch(/[\r\n]|^\.$/)
  return lines.map((line) => line.replace(/^\./, '')).join('\r\n')
}

test('whatever a message is, the server reads its lines, and sees its end nowhere else', () => {
  const piece = fc.constantFrom('\r\n', '\n', '\r', '.', '..', 'text', ' ', '\u00e9', '\u0000')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const raw = pieces.join('')
      const lines = raw.replaceAll(/\r\n?|\n/g, '\r\n').replace(/\r\n$/, '')
      expect(received(stuffed(Buffer.from(raw, 'latin1')))).toBe(lines)
    }),
    { numRuns: byDay(3000, 100_000) },
  )
})

test('a message that needs no change is not copied', () => {
  const raw = Buffer.from('Subject: x\r\n\r\na.b\r\n')
  expect(stuffed(raw)).toBe(raw)
})
