import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

export type RawAnswer = { status: number; headers: Map<string, string>; body: string }

/** A server that has not closed the connection after this time will not. */
const patienceMs = 10_000

/**
 * Sends raw bytes over a new connection, and reads until the server closes it.
 * @throws Error if the server leaves the connection open, or sends what is not HTTP.
 */
export async function exchange(port: number, ...chunks: (string | Buffer)[]): Promise<RawAnswer[]> {
  const received = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const pieces: Buffer[] = []
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('The server left the connection open.')))
    socket.on('data', (piece) => pieces.push(piece))
    // Some tests need a server that closes while the request is being sent.
    socket.on('error', (error) => {
      if ('code' in error) resolve(Buffer.concat(pieces))
      else reject(error)
    })
    socket.on('close', () => resolve(Buffer.concat(pieces)))
    for (const chunk of chunks) socket.write(chunk)
  })
  return readAnswers(received.toString('utf8'))
}

/**
 * Sends raw bytes over a new connection, and disconnects after the first answer.
 * @throws Error if no answer comes.
 */
export async function firstAnswer(port: number, bytes: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('The server does not answer.')))
    socket.write(bytes)
    let received = ''
    for await (const piece of socket) {
      received += String(piece)
      const [answer] = /\r\n\r\n/.test(received) ? readAnswers(received) : []
      if (answer?.body.length === Number(answer?.headers.get('content-length') ?? 0)) return answer
    }
    throw new Error('The server hangs up without an answer.')
  } finally {
    socket.destroy()
  }
}

/** Every answer of this server has a content-length; bodies here are ASCII. */
function readAnswers(text: string): RawAnswer[] {
  if (text === '') return []
  const match = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(text)
  if (match === null) throw new Error(`This is no answer: ${text}`)
  const [head, status, lines = ''] = match
  const headers = new Map(
    lines
      .trimEnd()
      .split('\r\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      }),
  )
  const end = head.length + Number(headers.get('content-length') ?? 0)
  const answer = { status: Number(status), headers, body: text.slice(head.length, end) }
  return [answer, ...readAnswers(text.slice(end))]
}

/** For a program that has to be told its port. */
export async function aFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
