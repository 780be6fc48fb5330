import type { BuiltMessage } from '../../rendering/message.ts'
import { saysNo, saysTaken, type SmtpFailure } from './reply.ts'
import type { Wire } from './wire.ts'

/** What the server's answer to EHLO offers. */
export type Offers = { pipelining: boolean; smtpUtf8: boolean; size: boolean; sizeMax: number }

/** `isWritten`: the last octet of the message was handed to the system. `isSound`: the connection may go on. */
export type Handed = { problem: SmtpFailure | null; isWritten: boolean; isSound: boolean }

type Command = { name: string; line: string }

/** Larger messages are written first and ended then, so that one that breaks off cannot have been accepted. */
const oneWriteMax = 16 * 1024

export function readOffers(ehlo: string): Offers {
  const [, ...lines] = ehlo.split('\n').map((line) => line.slice(4).trim().toUpperCase())
  const [keyword, sizeMax] = lines.find((line) => /^SIZE\b/.test(line))?.split(/\s+/) ?? []
  return {
    pipelining: lines.includes('PIPELINING'),
    smtpUtf8: lines.includes('SMTPUTF8'),
    size: keyword !== undefined,
    sizeMax: Number(sizeMax) || Infinity,
  }
}

/** One message. Never rejects. */
export async function transact(wire: Wire, offers: Offers, { envelope, raw }: BuiltMessage): Promise<Handed> {
  const { from, to } = envelope
  const unsaid = { isWritten: false, isSound: true }
  if (raw.length > offers.sizeMax) {
    const message = `The mail server takes messages of ${offers.sizeMax} bytes at most, this one has ${raw.length}`
    return { ...unsaid, problem: { message, code: 'EMESSAGE', command: 'MAIL FROM' } }
  }
  if (/[\r\n<>]/.test(from + to) || to === '')
    return { ...unsaid, problem: { message: `Invalid address ${JSON.stringify(envelope)}` } }
  const problem = await announce(wire, commandsFor(offers, envelope, raw.length), offers.pipelining)
  if (problem !== null) return { problem, isWritten: false, isSound: saysNo(problem.response) }
  return handOver(wire, stuffed(raw))
}

function commandsFor(offers: Offers, { from, to }: BuiltMessage['envelope'], size: number): Command[] {
  // oxlint-disable-next-line no-control-regex -- exactly ASCII
  const isUtf8 = offers.smtpUtf8 && !/^[\x00-\x7f]*$/.test(from + to)
  const options = `${isUtf8 ? ' SMTPUTF8' : ''}${offers.size ? ` SIZE=${size}` : ''}`
  return [
    { name: 'MAIL FROM', line: `MAIL FROM:<${from}>${options}\r\n` },
    { name: 'RCPT TO', line: `RCPT TO:<${to}>\r\n` },
    { name: 'DATA', line: 'DATA\r\n' },
  ]
}

/** @returns null if the server waits for the message. */
async function announce(
  wire: Wire,
  commands: readonly Command[],
  isPipelined: boolean,
): Promise<SmtpFailure | null> {
  if (isPipelined) wire.write(commands.map(({ line }) => line).join(''), commands.length)
  let refusal: SmtpFailure | null = null
  let waits = false
  for (const { name: command, line } of commands) {
    if (!isPipelined) wire.write(line, 1)
    const response = await wire.reply()
    if (typeof response !== 'string') return refusal ?? response
    waits = response.startsWith('3')
    // Some servers answer DATA with 250.
    if (response.startsWith('2') || (waits && command === 'DATA')) continue
    refusal ??= { message: `${command} was refused`, response, command }
    if (!isPipelined) return refusal
  }
  if (refusal !== null && waits) await endEmpty(wire, refusal)
  return refusal
}

/** No server should take DATA after a refusal. Without a recipient the empty message goes to nobody. */
async function endEmpty(wire: Wire, { command }: SmtpFailure): Promise<void> {
  if (command === 'MAIL FROM') return wire.close('the server took DATA without a sender')
  wire.write(endOfData, 1)
  await wire.reply()
}

async function handOver(wire: Wire, data: Buffer): Promise<Handed> {
  if (data.length <= oneWriteMax) {
    const isWritten = wire.write(Buffer.concat([data, endOfData]), 1)
    return judged(await wire.reply(), isWritten)
  }
  const flushed = new Promise<null>((resolve) => wire.write(data, 1, () => resolve(null)))
  const answer = wire.reply()
  const early = await Promise.race([flushed, answer])
  if (early !== null) return judged(early, false)
  const isWritten = wire.write(endOfData, 0)
  return judged(await answer, isWritten)
}

function judged(reply: string | SmtpFailure, isWritten: boolean): Handed {
  if (typeof reply !== 'string') return { problem: reply, isWritten, isSound: false }
  if (saysTaken(reply) && isWritten) return { problem: null, isWritten, isSound: true }
  if (reply.startsWith('2'))
    return { problem: { message: `the server answered out of turn: ${reply}` }, isWritten, isSound: false }
  const problem = { message: 'the message was refused', response: reply, code: 'EMESSAGE', command: 'DATA' }
  return { problem, isWritten, isSound: isWritten && saysNo(reply) }
}

const cr = 0x0d
const lf = 0x0a
const dot = 0x2e

const endOfData = Buffer.from('.\r\n')

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
