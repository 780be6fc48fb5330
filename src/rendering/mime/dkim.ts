import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** Signs a finished message: its lines end in CR LF. */
export type DkimSigner = (message: Buffer) => Promise<Buffer>

export type DkimKey = { domain: string; selector: string; privateKey: string }

/**
 * Each is named once more than it occurs (RFC 6376, section 5.4.2), so that no field can be added: some mail programs
 * show the first From or Subject, while verifiers check the last.
 */
const oversigned = [
  'From',
  'To',
  'Cc',
  'Subject',
  'Date',
  'Reply-To',
  'Sender',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
]
const signedOnce = ['List-Help']

type Key = Omit<DkimKey, 'privateKey'> & { key: KeyObject; algorithm: 'rsa' | 'ed25519' }

const signAsync = promisify(sign)

/** RFC 6376, relaxed/relaxed; Ed25519: RFC 8463. @throws Error if a key is neither RSA nor Ed25519. */
export function createDkimSigner(given: readonly DkimKey[]): DkimSigner {
  const keys = given.map(({ privateKey, ...names }): Key => {
    const key = createPrivateKey(privateKey)
    const algorithm = key.asymmetricKeyType
    if (algorithm !== 'rsa' && algorithm !== 'ed25519') {
      throw new Error('a DKIM key has to be an RSA or an Ed25519 key')
    }
    return { ...names, key, algorithm }
  })
  return async (message) => {
    const end = message.indexOf('\r\n\r\n')
    if (end === -1) throw new Error('a message has no end of its header')
    const bodyHash = createHash('sha256')
      .update(relaxedBody(message.toString('latin1', end + 4)), 'latin1')
      .digest('base64')
    const { names, text } = signedFields(message.toString('latin1', 0, end))
    const signatures = await Promise.all(keys.map((key) => signatureOf(key, { names, text, bodyHash })))
    return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), message])
  }
}

type Signed = { names: readonly string[]; text: string; bodyHash: string }

async function signatureOf(
  { domain, selector, key, algorithm }: Key,
  { names, text, bodyHash }: Signed,
): Promise<string> {
  const field =
    `DKIM-Signature: v=1; a=${algorithm}-sha256; c=relaxed/relaxed; d=${domain};\r\n` +
    ` s=${selector}; h=${folded(names)};\r\n bh=${bodyHash};\r\n b=`
  const data = Buffer.from(text + relaxedField(field), 'latin1')
  const signature =
    algorithm === 'rsa'
      ? await signAsync('sha256', data, key)
      : await signAsync(null, createHash('sha256').update(data).digest(), key)
  const lines = signature.toString('base64').match(/.{1,72}/g) ?? []
  return `${field}${lines.join('\r\n ')}\r\n`
}

function folded(names: readonly string[]): string {
  const lines: string[] = []
  let line = ''
  for (const name of names) {
    if (line.length + name.length > 60) {
      lines.push(line)
      line = ''
    }
    line += `${name}:`
  }
  return [...lines, line].join('\r\n ').slice(0, -1)
}

/** The last field of a name is signed first, because verifiers count from the bottom. */
function signedFields(header: string): { names: string[]; text: string } {
  const fields = new Map<string, string[]>()
  for (const field of header.split(/\r\n(?![ \t])/)) {
    const name = field.slice(0, field.indexOf(':')).trim().toLowerCase()
    fields.set(name, [field, ...(fields.get(name) ?? [])])
  }
  const names: string[] = []
  let text = ''
  for (const name of [...oversigned, ...signedOnce]) {
    for (const field of fields.get(name.toLowerCase()) ?? []) {
      names.push(name)
      text += `${relaxedField(field)}\r\n`
    }
    if (oversigned.includes(name)) names.push(name)
  }
  return { names, text }
}

/** RFC 6376, section 3.4.2. */
function relaxedField(field: string): string {
  const colon = field.indexOf(':')
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
  return `${field.slice(0, colon).trim().toLowerCase()}:${value.trim()}`
}

/** RFC 6376, section 3.4.4. A regular expression would backtrack at each blank line of the body. */
function relaxedBody(body: string): string {
  const text = body.replaceAll(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n')
  let end = text.endsWith(' ') ? text.length - 1 : text.length
  while (end >= 2 && text[end - 1] === '\n' && text[end - 2] === '\r') end -= 2
  return end === 0 ? '' : `${text.slice(0, end)}\r\n`
}
