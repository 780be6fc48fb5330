const cr = 0x0d
const lf = 0x0a
const dot = 0x2e

export const endOfData = Buffer.from('.\r\n')

/**
 * A message as it may follow DATA (RFC 5321, section 4.5.2): every line end is CR LF, also the last one, so that no server
 * sees the end of the message elsewhere, and a dot at the beginning of a line is doubled.
 */
export function stuffed(raw: Buffer): Buffer {
  if (isPlain(raw)) return raw
  const text = raw.toString('latin1').replaceAll(/\r\n?|\n/g, '\r\n')
  const whole = text.endsWith('\r\n') ? text : `${text}\r\n`
  return Buffer.from(whole.replaceAll(/(^|\n)\./g, '$1..'), 'latin1')
}

/** Nearly all messages are: their lines are encoded, and few of them begin with a dot. */
function isPlain(raw: Buffer): boolean {
  const end = raw.length
  if (raw[0] === dot || raw[end - 1] !== lf) return false
  for (let at = 0; at < end; at += 1) {
    const byte = raw[at]
    if (byte === lf && (raw[at - 1] !== cr || raw[at + 1] === dot)) return false
    if (byte === cr && raw[at + 1] !== lf) return false
  }
  return true
}
