import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

type Stage = 'MAIL' | 'RCPT' | 'DATA' | 'dot'

/** The replies to the first message. null: the server hangs up instead. `dot` null: it has the message then. */
export type Script = { [stage in Stage]?: string | null }

export type Manner = {
  isPipelining: boolean
  /** Whether DATA is accepted after a refusal, as no server should. */
  isSloppy: boolean
  /** How the bytes of the replies travel. */
  replies: 'each for itself' | 'in one packet' | 'byte by byte' | 'slowly'
}

const polite = { MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go', dot: '250 taken' }

type Session = { message: number; to: string; isRefused: boolean; lines: string[] | null }

/** A server that follows a script with its first message and is polite with the others. */
export async function aScriptedServer(script: Script, manner: Manner) {
  const heard: string[][] = []
  const taken: { to: string; text: string }[] = []
  let messages = 0
  const sockets = new Set<Socket>()
  const replyTo = (session: Session, stage: Stage) => {
    const scripted = session.message === 1 ? script[stage] : undefined
    return scripted === undefined ? polite[stage] : scripted
  }
  /** @returns the reply; null: hang up; undefined: none. */
  const answer = (session: Session, line: string): string | null | undefined => {
    if (session.lines !== null) {
      if (line !== '.') return void session.lines.push(line)
      const reply = replyTo(session, 'dot')
      if (session.to !== '' && (reply === null || reply.startsWith('2'))) {
        taken.push({ to: session.to, text: session.lines.join('\n') })
      }
      session.lines = null
      return reply
    }
    const verb = line.slice(0, 4)
    if (verb === 'EHLO') return `250-hello\r\n250${manner.isPipelining ? '-PIPELINING\r\n250' : ''} 8BITMIME`
    if (verb === 'RSET') Object.assign(session, { to: '', isRefused: false })
    if (verb !== 'MAIL' && verb !== 'RCPT' && verb !== 'DATA') return '250 ok'
    if (verb === 'MAIL') {
      messages += 1
      Object.assign(session, { message: messages, to: '', isRefused: false })
    }
    if (session.isRefused && !(manner.isSloppy && verb === 'DATA')) return '503 5.5.1 not now'
    const reply = replyTo(session, verb)
    if (reply === null) return null
    if (!/^[23]/.test(reply)) session.isRefused = true
    else if (verb === 'RCPT') session.to = /<(.*)>/.exec(line)?.[1] ?? ''
    else if (verb === 'DATA') session.lines = []
    return reply
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    const session: Session = { message: 0, to: '', isRefused: false, lines: null }
    socket.on('error', () => {})
    socket.setNoDelay(true)
    void converse(socket, manner, { heard, answer: (line) => answer(session, line) }).catch(unlessClosed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, heard }
}

/** The end of the test destroys the sockets that a mailer has left open. */
function unlessClosed(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}

async function converse(
  socket: Socket,
  { replies }: Manner,
  { heard, answer }: { heard: string[][]; answer: (line: string) => string | null | undefined },
): Promise<void> {
  const write = async (text: string) => {
    if (replies === 'slowly') await pause(20)
    if (replies !== 'byte by byte') return void socket.write(text)
    for (const letter of text) {
      socket.write(letter)
      await turn()
    }
  }
  await write('220 hello\r\n')
  let rest = ''
  for await (const chunk of socket) {
    const lines = `${rest}${(chunk as Buffer).toString('latin1')}`.split('\r\n')
    rest = lines.pop() ?? ''
    heard.push(lines)
    let said = ''
    for (const line of lines) {
      const reply = answer(line)
      if (reply === undefined) continue
      if (reply === null) {
        if (said !== '') await write(said)
        socket.destroySoon()
        return
      }
      said += `${reply}\r\n`
      if (replies === 'in one packet') continue
      await write(said)
      said = ''
    }
    if (said !== '') await write(said)
  }
}
