import type { Socket } from 'node:net'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpFailure } from './reply.ts'

/** Commands and replies on an open connection. */
export type Wire = {
  /**
   * @param replies how many the server owes for it
   * @param onFlushed not called if the connection fails before
   * @returns false if the connection is closed
   */
  write: (bytes: string | Buffer, replies: number, onFlushed?: () => void) => boolean
  /** Never rejects. @returns the next reply, or why none comes. */
  reply: () => Promise<string | SmtpFailure>
  isOpen: () => boolean
  /** @param why what `reply` says from now on */
  close: (why: string) => void
}

/** Longer replies are treated as an attack. */
export const responseBytesMax = 64 * 1024

const goesOn = /^\d+-/
const isClosing = /^421[ -]/
/** A server may hang up without having ended the line that says why. */
const isRefusal = /^[45]\d\d[ -]/

/** From now on the library only closes the connection, and notices errors and silence. */
export function takeWire(connection: SMTPConnection, socket: Socket): Wire {
  const replies: string[] = []
  let due = 0
  let failure: SmtpFailure | null = null
  let waiting: ((reply: string | SmtpFailure) => void) | null = null

  function deliver(reply: string | SmtpFailure): void {
    const tell = waiting
    waiting = null
    if (tell !== null) tell(reply)
    else if (typeof reply === 'string') replies.push(reply)
  }

  function fail(problem: SmtpFailure): void {
    if (failure !== null) return
    failure = problem
    deliver(problem)
    connection.close()
  }

  function take(reply: string): void {
    if (due === 0) return fail({ message: `the server answered out of turn: ${reply}` })
    due -= 1
    deliver(reply)
    if (isClosing.test(reply)) fail({ ...ended, response: reply })
  }

  const reader = createReader(take, () => fail({ message: 'a reply of the server has no end' }))
  socket.removeAllListeners('data')
  socket.on('data', reader.read)
  connection.on('error', (error: Error) => fail({ message: error.message }))
  connection.once('end', () => {
    const last = reader.rest()
    fail({ ...ended, response: due > 0 && isRefusal.test(last) ? last : undefined })
  })
  return {
    write(bytes, owed, onFlushed) {
      if (failure !== null || !socket.writable) {
        fail(ended)
        return false
      }
      due += owed
      socket.write(bytes, (error) => {
        if (error === undefined || error === null) onFlushed?.()
      })
      return true
    },
    reply() {
      const next = replies.shift() ?? failure
      return next === null ? new Promise((resolve) => (waiting = resolve)) : Promise.resolve(next)
    },
    isOpen: () => failure === null && socket.writable,
    close: (why) => fail({ message: why }),
  }
}

const ended: SmtpFailure = { message: 'the server closed the connection' }

/** @param take gets each reply, the lines of one joined by line feeds. */
function createReader(take: (reply: string) => void, onTooLong: () => void) {
  let begun = ''
  let line = ''
  /** Since the last reply, empty lines included. */
  let bytes = 0

  function takeLine(text: string): void {
    if (goesOn.test(text)) {
      begun += `${text}\n`
      return
    }
    const reply = begun + text
    begun = ''
    if (reply.trim() === '') return
    bytes = 0
    take(decoded(reply))
  }

  return {
    read: (chunk: Buffer): void => {
      const text = chunk.toString('latin1')
      const lines = text.includes('\n') ? (line + text).split(/\r?\n/) : [line + text]
      line = lines.pop() ?? ''
      bytes += chunk.length
      for (const one of lines) takeLine(one)
      if (bytes > responseBytesMax + chunk.length || begun.length + line.length > responseBytesMax)
        onTooLong()
    },
    /** What came after the last line end. */
    rest: () => decoded(line.trim()),
  }
}

function decoded(reply: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly ASCII
  if (/^[\x00-\x7f]*$/.test(reply)) return reply
  const text = Buffer.from(reply, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? reply : text
}
