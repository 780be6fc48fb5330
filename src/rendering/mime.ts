import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'

/** As nodemailer takes the value of a header: text, addresses, or a value that is prepared. */
export type HeaderEntry = { key: string; value: string | object }

/** Lines end in CR LF. One of the two at least. */
export type BodyParts = { html?: string; text?: string }

/** Within quoted-printable `=_` does not occur, whatever was written: no part can hold this line. */
const boundary = '=_alternative'

/**
 * A whole message. Its header is written by nodemailer, which knows how names, addresses and long lines are encoded; the
 * parts are encoded here, all of them quoted-printable. Nodemailer's own composer builds each part with streams of its
 * own: that was two thirds of the time that a message took (docs/benchmarks.md).
 */
export function writeMime(headers: readonly HeaderEntry[], { html, text }: BodyParts): Buffer {
  if (html !== undefined && text !== undefined) {
    const type = `multipart/alternative; boundary="${boundary}"`
    const parts = [part('plain', text), part('html', html)].map((one) => `--${boundary}\r\n${one}\r\n`)
    return Buffer.from(`${headerOf(headers, type)}\r\n\r\n${parts.join('')}--${boundary}--\r\n`, 'latin1')
  }
  const [type, body] = html === undefined ? ['plain', text ?? ''] : ['html', html]
  const encoding = { key: 'Content-Transfer-Encoding', value: 'quoted-printable' }
  const header = headerOf([...headers, encoding], `text/${type}; charset=utf-8`)
  return Buffer.from(`${header}\r\n\r\n${quotedPrintable(body)}`, 'latin1')
}

// `baseBoundary` is not used; without it random bytes are made for one.
function headerOf(headers: readonly HeaderEntry[], contentType: string): string {
  const node = new MimeNode(contentType, { newline: 'win', baseBoundary: boundary })
  for (const { key, value } of headers) node.addHeader(key, value)
  return node.buildHeaders()
}

function part(type: 'plain' | 'html', body: string): string {
  return `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(body)}`
}

function quotedPrintable(body: string): string {
  return wrap(encode(Buffer.from(body)), 76)
}
