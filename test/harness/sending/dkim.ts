import { createHash, createVerify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/**
 * Checks the DKIM signature at the top of a message (RFC 6376, relaxed/relaxed, rsa-sha256), as a receiver does.
 * @returns the names of the signed fields, lower case, or null when the signature does not hold.
 */
export function verifyDkim(message: Buffer, publicKey: KeyObject): string[] | null {
  const [head = '', body = ''] = splitOnce(message.toString('latin1'), '\r\n\r\n')
  const fields = head.split(/\r\n(?![ \t])/).map((field) => splitOnce(field, ':'))
  const [signature] = fields.filter(([name]) => name?.toLowerCase() === 'dkim-signature')
  const tags = new Map(
    (signature?.[1] ?? '').split(';').map((tag) => {
      const [name = '', value = ''] = splitOnce(tag, '=')
      return [name.trim(), value.replaceAll(/\s/g, '')]
    }),
  )
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64')
  const signed = (tags.get('h') ?? '').toLowerCase().split(':')
  const lines = signed.flatMap((name) => {
    const field = fields.findLast((candidate) => candidate[0]?.toLowerCase() === name)
    return field === undefined ? [] : [`${relaxed(field)}\r\n`]
  })
  const own = relaxed(['dkim-signature', (signature?.[1] ?? '').replace(/(\bb=)[^;]*$/, '$1')])
  const holds = createVerify('RSA-SHA256')
    .update(lines.join('') + own, 'latin1')
    .verify(publicKey, tags.get('b') ?? '', 'base64')
  return holds && bodyHash === tags.get('bh') ? signed : null
}

function relaxed([name = '', value = '']: readonly string[]): string {
  return `${name.toLowerCase().trim()}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  return `${lines.join('\r\n').replace(/(\r\n)+$/, '')}\r\n`
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
