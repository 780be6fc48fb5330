import { createHash, verify, type KeyObject } from 'node:crypto'

/**
 * Checks the DKIM signature of a message that belongs to a key (RFC 6376, relaxed/relaxed; rsa-sha256, or
 * ed25519-sha256 of RFC 8463), as a receiver does.
 * @returns the names of the signed fields, lower case, as often as they are named; null when the signature does not hold.
 */
export function verifyDkim(message: Buffer, publicKey: KeyObject): string[] | null {
  const [head = '', body = ''] = splitOnce(message.toString('latin1'), '\r\n\r\n')
  const fields = head.split(/\r\n(?![ \t])/).map((field) => splitOnce(field, ':'))
  const algorithm = `${publicKey.asymmetricKeyType}-sha256`
  const signature = fields.find(
    ([name, value]) => name?.toLowerCase() === 'dkim-signature' && tagsOf(value).get('a') === algorithm,
  )
  const tags = tagsOf(signature?.[1])
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64')
  const signed = (tags.get('h') ?? '').toLowerCase().split(':')
  // Of several fields of a name the last one counts first; a name without a further field stands for none.
  const left = [...fields]
  const lines = signed.flatMap((name) => {
    const index = left.findLastIndex((candidate) => candidate[0]?.toLowerCase() === name)
    const [field] = index === -1 ? [] : left.splice(index, 1)
    return field === undefined ? [] : [`${relaxed(field)}\r\n`]
  })
  const own = relaxed(['dkim-signature', (signature?.[1] ?? '').replace(/(\bb=)[^;]*$/, '$1')])
  const data = Buffer.from(lines.join('') + own, 'latin1')
  const given = Buffer.from(tags.get('b') ?? '', 'base64')
  const holds =
    publicKey.asymmetricKeyType === 'rsa'
      ? verify('sha256', data, publicKey, given)
      : verify(null, createHash('sha256').update(data).digest(), publicKey, given)
  return holds && bodyHash === tags.get('bh') ? signed : null
}

function tagsOf(text = ''): Map<string, string> {
  return new Map(
    text.split(';').map((tag) => {
      const [name = '', value = ''] = splitOnce(tag, '=')
      return [name.trim(), value.replaceAll(/\s/g, '')]
    }),
  )
}

function relaxed([name = '', value = '']: readonly string[]): string {
  return `${name.toLowerCase().trim()}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '')
  return text === '' ? '' : `${text}\r\n`
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
