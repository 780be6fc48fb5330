import type { BuiltMessage } from '../../rendering/message.ts'
import { endOfData, stuffed } from './data.ts'
import { saysNo, saysTaken } from './reply.ts'
import type { SmtpFailure } from './reply.ts'
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
    const message = `Message size larger than allowed ${offers.sizeMax}`
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
