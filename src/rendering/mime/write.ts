import { encode, wrap } from 'nodemailer/lib/qp'
import { boundary, writeHeader } from './header-lines.ts'
import type { HeaderEntry } from './header-lines.ts'

export type BodyParts = { html?: string; text?: string }

/** The quoted-printable of lines that all messages of a template share, by their text without its end. */
export type EncodedLines = ReadonlyMap<string, string>

/** Encodes the parts itself: nodemailer's streams for them took two thirds of the time (docs/benchmarks.md). */
export function writeMime(
  headers: readonly HeaderEntry[],
  { html, text }: BodyParts,
  shared: EncodedLines = new Map(),
): Buffer {
  if (html !== undefined && text !== undefined) {
    const type = `multipart/alternative; boundary="${boundary}"`
    const parts = [part('plain', text, shared), part('html', html, shared)].map(
      (one) => `--${boundary}\r\n${one}\r\n`,
    )
    return Buffer.from(`${writeHeader(headers, type)}\r\n\r\n${parts.join('')}--${boundary}--\r\n`, 'latin1')
  }
  const [type, body] = html === undefined ? ['plain', text ?? ''] : ['html', html]
  const encoding = { key: 'Content-Transfer-Encoding', value: 'quoted-printable' }
  const header = writeHeader([...headers, encoding], `text/${type}; charset=utf-8`)
  return Buffer.from(`${header}\r\n\r\n${quotedPrintable(body, shared)}`, 'latin1')
}

function part(type: 'plain' | 'html', body: string, shared: EncodedLines): string {
  return `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(body, shared)}`
}

const lineEnd = /\r\n?|\n/
const lineLengthMax = 76

/** @param pieces of a template: text that all messages share, and what differs. */
export function encodeLines(pieces: readonly unknown[]): EncodedLines {
  const lines = pieces.flatMap((piece) =>
    typeof piece === 'string' ? piece.split(lineEnd).slice(1, -1) : [],
  )
  return new Map(lines.map((line) => [line, encodeLine(line.toWellFormed())]))
}

/** Every line end becomes CR LF. Equal to the library's encoding of the whole body, which it wraps line by line. */
function quotedPrintable(body: string, shared: EncodedLines): string {
  const lines = body.split(lineEnd)
  // The library does not wrap a text as short as this, but the last line of a longer one.
  if (body.length <= lineLengthMax) return encodeText(lines.join('\r\n'))
  const last = lines.pop() ?? ''
  let encoded = ''
  for (const line of lines) encoded += shared.get(line) ?? encodeLine(line)
  return last === '' ? encoded : encoded + encodeText(before + last).slice(before.length)
}

const before = `${'-'.repeat(lineLengthMax - 2)}\r\n`

/** Nothing but `=` is encoded in such a line. */
const plainLine = /^[\t -~]*[!-~]$/

function encodeLine(line: string): string {
  if (plainLine.test(line)) return wrap(`${line.replaceAll('=', '=3D')}\r\n`, lineLengthMax)
  return encodeText(`${line}\r\n`)
}

function encodeText(text: string): string {
  return wrap(encode(Buffer.from(text)), lineLengthMax)
}
