import type net from 'node:net'
import type { PassThrough } from 'node:stream'
import { Query, type Client, type QueryResult } from 'pg'
import { isFinal, isStale, isUnknown, named } from './faults.ts'
import type { SessionOptions } from './options.ts'
import { connectionLost, reachOf, watchReach } from './socket.ts'
import { traced, type Answer, type Statement } from '../statement/sql.ts'
import { write, type Query as Written } from '../statement/text.ts'

export type Sender = {
  /** @throws `retryable` errors; a `DatabaseError`; others when it could not be sent or read. */
  run: (statement: Statement) => Promise<Answer>
  /** Runs the last statement of a transaction: both travel together. If it fails, the commit answers ROLLBACK. */
  runLast: (statement: Statement) => { answer: Promise<Answer>; committed: Promise<string> }
  /** Sends SQL that has no parameters; it may be several statements. @returns the command of the last. */
  send: (text: string) => Promise<string>
  /** Ends a read together with what comes next: a write to a socket is much of the cost of a small request. */
  commitLater: () => void
  /** The text that begins a transaction, after the end of a read that is due: together they get one answer. */
  opening: (text: string) => string
}

type Connection = {
  client: Client
  socket: net.Socket
  lost: () => Error | undefined
  lose: (error: Error) => void
}

export function senderOf(connection: Connection, options: SessionOptions): Sender {
  const { lost, socket } = connection
  const submit = submitter(connection, options)
  const inOneWrite = writer(socket)
  let debt: NodeJS.Timeout | undefined
  const commit = () => {
    clearTimeout(debt)
    debt = undefined
    // Nothing hangs on it: it ends a read.
    if (lost() === undefined) submit({ text: 'commit', isPlanned: false }).catch(() => {})
  }
  const sendNext = (query: Written, copied?: PassThrough) => {
    inOneWrite()
    if (debt !== undefined) commit()
    return submit(query, copied)
  }
  const run = async (statement: Statement, query: () => Written) => {
    try {
      return await sendNext(query(), statement.copied)
    } catch (error) {
      throw traced(error, statement)
    }
  }
  const send = async (text: string) => (await sendNext({ text, isPlanned: false })).command
  return {
    run: (statement) => run(statement, () => write(statement)),
    runLast: (statement) => {
      // What cannot be written is not followed by a commit.
      const query = write(statement)
      return { answer: run(statement, () => query), committed: send('commit') }
    },
    send,
    commitLater: () => (debt = setTimeout(commit, options.commitDelayMs).unref()),
    opening: (text) => {
      if (debt === undefined) return text
      clearTimeout(debt)
      debt = undefined
      return `commit; ${text}`
    },
  }
}

const unreachable = 'The machine of the database cannot be reached.'

function submitter({ client, socket, lost, lose }: Connection, options: SessionOptions) {
  const { answerTimeoutMs, reach = reachOf(options.target) } = options
  const names = namesOf(options.keepsStatements)
  return ({ isPlanned, ...query }: Written, copied?: PassThrough) =>
    new Promise<Answer>((resolve, reject) => {
      const refusal = lost()
      if (refusal !== undefined) return reject(refusal)
      const giveUp = () => lose(connectionLost('The database did not answer in time.'))
      const deadline = answerTimeoutMs > 0 ? setTimeout(giveUp, answerTimeoutMs) : undefined
      const endWatch = watchReach(reach, () => lose(connectionLost(unreachable)))
      const answered = (error: Error | null | undefined, result: QueryResult | QueryResult[]) => {
        clearTimeout(deadline)
        endWatch()
        if (!error) return resolve(answerOf(Array.isArray(result) ? result.at(-1) : result))
        if (isFinal(error)) lose(error)
        // The driver would go on with the old names.
        if (isStale(error) || isUnknown(error)) names.renew()
        reject('code' in error ? named(error) : (lost() ?? error))
      }
      if (copied !== undefined)
        return void client.query(new Copy(query.text, { copied, socket, lose, answered }))
      const name = isPlanned ? names.of(query.text) : undefined
      client.query(name === undefined ? query : { ...query, name }, answered)
    })
}

/** Names of statements, by which the server keeps their plans. Texts are made by the code, of a limited number of parts. */
function namesOf(keepsStatements: boolean) {
  let known = new Map<string, string>()
  let count = 0
  return {
    of: (text: string): string | undefined => {
      if (!keepsStatements) return undefined
      let name = known.get(text)
      if (name === undefined) {
        count += 1
        name = `quiver_${count}`
        known.set(text, name)
      }
      return name
    },
    renew: () => (known = new Map()),
  }
}

/** What is sent in one turn of the event loop leaves in one write. */
function writer(socket: net.Socket): () => void {
  let isOpen = false
  const flush = () => {
    isOpen = false
    socket.uncork()
  }
  return () => {
    if (isOpen) return
    isOpen = true
    socket.cork()
    process.nextTick(flush)
  }
}

function answerOf(result: QueryResult | undefined): Answer {
  const { rows = [], rowCount, command } = result ?? {}
  return Object.defineProperties(rows, {
    count: { value: rowCount ?? 0 },
    command: { value: command ?? '' },
  }) as Answer
}

type Copying = Pick<Connection, 'lose'> & {
  copied: PassThrough
  socket: net.Socket
  answered: (error: Error | null | undefined, result: QueryResult | QueryResult[]) => void
}

/** Bytes go to the reader as they come. The socket waits while the reader does. */
class Copy extends Query {
  readonly #copying: Copying

  constructor(text: string, copying: Copying) {
    super(text, copying.answered as (error: Error | undefined, result: QueryResult) => void)
    this.#copying = copying
    const { copied, socket, lose } = copying
    copied.on('drain', () => socket.resume())
    copied.once('close', () => {
      socket.resume()
      // The rest would be read for nobody.
      if (!copied.writableEnded) lose(connectionLost('The reader of a copy has left.'))
    })
  }

  /** Called by the driver, which leaves it empty. The chunk is a part of memory that it uses for what comes next. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const { copied, socket } = this.#copying
    if (!copied.write(Buffer.from(chunk))) socket.pause()
  }
}
