import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Of a body, so much at least is passed on at once: it may contain any number of blank lines. */
const bodyPieceBytes = 16_384

const headEnd = '\r\n\r\n'

type Turn = () => void

type Connection = {
  /** Of one body piece at most. */
  waiting: Turn[]
  isAnswering: boolean
  /** Whose body may still be arriving. */
  latest: IncomingMessage | undefined
  /** Bytes of later requests wait, unparsed, in the socket. */
  holdsBytes: boolean
}

/**
 * Carries out the requests of a connection one after the other, and does not read what a client sends ahead: Node hands
 * over every complete request of 64 KB at once, and twenty connections would keep the server busy for minutes. A client
 * that pipelines gets all its answers, in order; what it sent ends with its connection. To be called when all listeners
 * for requests are there.
 */
export function answerInTurn(server: Server): void {
  const connections = new WeakMap<Socket, Connection>()
  const later = createLine()
  const listeners = server.listeners('request') as ((...of: [IncomingMessage, ServerResponse]) => void)[]
  server.removeAllListeners('request')
  server.on('connection', (socket) => {
    const connection: Connection = { waiting: [], isAnswering: false, latest: undefined, holdsBytes: false }
    connections.set(socket, connection)
    readInTurn(socket, connection)
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const answer = () => listeners.forEach((listener) => listener.call(server, request, response))
    const connection = connections.get(socket)
    if (connection === undefined) return answer()
    connection.latest = request
    const turn = () => {
      connection.isAnswering = true
      response.once('close', () => {
        connection.isAnswering = false
        if (connection.waiting.length > 0 || connection.holdsBytes)
          later(() => takeNextTurn(socket, connection))
      })
      answer()
    }
    if (connection.isAnswering || connection.waiting.length > 0) connection.waiting.push(turn)
    else turn()
  })
}

/** One in each round of the event loop: the requests of clients that wait for their answers come first. */
function createLine(): (turn: Turn) => void {
  const line: Turn[] = []
  const takeOne = () => {
    line.shift()?.()
    if (line.length > 0) setImmediate(takeOne)
  }
  return (turn) => {
    if (line.push(turn) === 1) setImmediate(takeOne)
  }
}

function takeNextTurn(socket: Socket, connection: Connection): void {
  if (socket.destroyed) connection.waiting = []
  if (connection.isAnswering) return
  const turn = connection.waiting.shift()
  if (turn !== undefined) return turn()
  if (!connection.holdsBytes) return
  connection.holdsBytes = false
  socket.resume()
}

/** Gives Node's parser one request at a time, and the rest back to the socket while that one is unanswered. */
function readInTurn(socket: Socket, connection: Connection): void {
  const [parse] = socket.listeners('data')
  if (parse === undefined) return
  const isUnanswered = () => connection.isAnswering || connection.waiting.length > 0
  const isInBody = () => connection.latest?.complete === false
  const hold = (rest: Buffer) => {
    socket.pause()
    socket.unshift(rest)
  }
  const take = (bytes: Buffer) => {
    // After the last answer, or CONNECT: the parser may be that of another connection by now.
    if (!socket.writable) return void socket.destroy()
    let rest = bytes
    do {
      if (isUnanswered() && !isInBody()) {
        connection.holdsBytes = true
        return hold(rest)
      }
      const end = rest.indexOf(headEnd, isInBody() ? bodyPieceBytes : 0)
      const length = end === -1 ? rest.length : end + headEnd.length
      parse.call(socket, rest.subarray(0, length))
      rest = rest.subarray(length)
      // After a body that its reader does not want yet, or by the server while a client does not read its answers.
      if (rest.length > 0 && socket.isPaused()) return hold(rest)
    } while (rest.length > 0 && socket.writable)
  }
  socket.off('data', parse as (bytes: Buffer) => void)
  socket.on('data', take)
}
