import { LRUCache } from 'lru-cache'
import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import { writeAttachment, type Attachment } from './attachments.ts'

export type BodyParts = { html?: string; text?: string; attachments?: readonly Attachment[] }

/** The quoted-printable of lines that all messages of a template share, by their text without its end. */
export type EncodedLines = ReadonlyMap<string, string>

/** A part of a message, or its whole body, with the header that says what it is. */
type Entity = { type: string; encoding: string | null; body: string }

/** A message with several parts names the encoding of each. */
export function isMultipart({ html, text, attachments = [] }: BodyParts): boolean {
  return attachments.length > 0 || (html !== undefined && text !== undefined)
}

/** Encodes the parts itself: nodemailer's streams for them took two thirds of the time (docs/benchmarks.md). */
export function writeMime(
  headers: readonly HeaderEntry[],
  { html, text, attachments = [] }: BodyParts,
  shared: EncodedLines = new Map(),
): Buffer {
  const readable = readableOf({ html, text }, shared)
  const [pictures, files] = [true, false].map((isShown) =>
    attachments.filter(({ content_id: id }) => (id !== null) === isShown),
  )
  const shown = withParts('related', entityText(readable), pictures) ?? readable
  const { type, encoding, body } = withParts('mixed', entityText(shown), files) ?? shown
  const all = encoding === null ? headers : [...headers, { key: encodingName, value: encoding }]
  return Buffer.from(`${writeHeader(all, type)}\r\n\r\n${body}`, 'latin1')
}

const encodingName = 'Content-Transfer-Encoding'

function readableOf(
  { html, text }: { html: string | undefined; text: string | undefined },
  shared: EncodedLines,
): Entity {
  const entity = (type: 'plain' | 'html', body: string) => ({
    type: `text/${type}; charset=utf-8`,
    encoding: 'quoted-printable',
    body: quotedPrintable(body, shared),
  })
  if (html === undefined) return entity('plain', text ?? '')
  if (text === undefined) return entity('html', html)
  return multipart('alternative', [entityText(entity('plain', text)), entityText(entity('html', html))])
}

/** null: there are no such attachments. */
function withParts(
  kind: 'related' | 'mixed',
  first: string,
  attachments: readonly Attachment[] = [],
): Entity | null {
  return attachments.length === 0 ? null : multipart(kind, [first, ...attachments.map(writeAttachment)])
}

function multipart(kind: string, parts: readonly string[]): Entity {
  const own = kind === 'alternative' ? boundary : `=_${kind}`
  const body = `${parts.map((one) => `--${own}\r\n${one}\r\n`).join('')}--${own}--\r\n`
  return { type: `multipart/${kind}; boundary="${own}"`, encoding: null, body }
}

function entityText({ type, encoding, body }: Entity): string {
  const encoded = encoding === null ? '' : `\r\n${encodingName}: ${encoding}`
  return `Content-Type: ${type}${encoded}\r\n\r\n${body}`
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
const unencodedLine = /^[\t -~]*[!-~]$/

function encodeLine(line: string): string {
  if (unencodedLine.test(line)) return wrap(`${line.replaceAll('=', '=3D')}\r\n`, lineLengthMax)
  return encodeText(`${line}\r\n`)
}

function encodeText(text: string): string {
  return wrap(encode(Buffer.from(text)), lineLengthMax)
}

export type HeaderEntry = { key: string; value: string | object }

/** `=_` cannot occur in quoted-printable text, so no part can contain this line. */
export const boundary = '=_alternative'

/** The library writes those that are longer on several lines. */
const lineMax = 75

/** What the library writes as it is: printable ASCII without quotes, encoded words or spaces at its ends. */
const plainText = /^(?!.*=\?)[!#-~](?:[ !#-~]*[!#-~])?$/
const plainAddress = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d][a-z\d-]*\.)+[a-z]+$/i
const structured = new Set(['From', 'Sender', 'To', 'Reply-To', 'Message-ID', 'Content-Type'])

/** By name and value: most are the same in all messages of a campaign. */
const written = new LRUCache<string, string>({ max: 500 })
const names = new LRUCache<string, string>({ max: 500 })

/** The header of a message with its MIME fields at the end, as the library writes it, without the empty line after it. */
export function writeHeader(headers: readonly HeaderEntry[], contentType: string): string {
  let text = ''
  for (const entry of headers) {
    const line = plainLine(entry) ?? remembered(entry)
    if (line !== '') text += `${line}\r\n`
  }
  return `${text}MIME-Version: 1.0\r\n${remembered({ key: 'Content-Type', value: contentType })}`
}

/** Much faster than the library. @returns null: only the library knows. */
function plainLine({ key, value }: HeaderEntry): string | null {
  const name = nameOf(key)
  const text = plainValue(name, value)
  if (text === null) return null
  const line = `${name}: ${text}`
  return line.length <= lineMax || isUnfolded(value) ? line : null
}

function plainValue(name: string, value: string | object): string | null {
  if (typeof value === 'string') {
    if (name === 'Message-ID') return /^<[!-;=?-~]+>$/.test(value) ? value : null
    return !structured.has(name) && plainText.test(value) ? value : null
  }
  if (isUnfolded(value)) return value.value.trim() === '' ? null : value.value
  if (!('address' in value) || !('name' in value) || value.name !== '') return null
  return isPlainAddress(value.address) ? value.address : null
}

function isUnfolded(value: string | object): value is { value: string } {
  return typeof value === 'object' && 'foldLines' in value && !value.foldLines && 'value' in value
}

/** The library writes domains in lower case. */
function isPlainAddress(address: unknown): address is string {
  if (typeof address !== 'string' || !plainAddress.test(address)) return false
  const domain = address.slice(address.indexOf('@') + 1)
  return domain === domain.toLowerCase() && !domain.includes('xn--')
}

function nameOf(key: string): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const node = new MimeNode(undefined, { rootNode: root })
  const [name = key] = node.addHeader(key, 'x@x.example').buildHeaders().split(':')
  names.set(key, name)
  return name
}

function remembered(entry: HeaderEntry): string {
  const key = JSON.stringify(entry)
  const known = written.get(key)
  if (known !== undefined) return known
  const line = new MimeNode(undefined, { rootNode: root }).addHeader(entry.key, entry.value).buildHeaders()
  written.set(key, line)
  return line
}

/** A node below another one writes no fields that it was not given. */
const root = new MimeNode('multipart/alternative', { newline: 'win', baseBoundary: boundary })
