import { aProxy } from '../core/proxy.ts'

/** The statements of all connections through it, in the order in which they were executed. */
export type Watched = {
  url: string
  executed: string[]
  /** The same, those together that were sent without waiting for an answer. */
  turns: string[][]
}

/** A proxy that notes which statements a client executes, also those that it prepared before. */
export async function watchStatements(databaseUrl: string): Promise<Watched> {
  const executed: string[] = []
  const turns: string[][] = []
  const proxy = await aProxy(databaseUrl, (client, database) => {
    let hasAnswered = true
    const read = createReader((text) => {
      executed.push(text)
      if (hasAnswered) turns.push([])
      hasAnswered = false
      turns.at(-1)?.push(text)
    })
    client.on('data', (bytes: Buffer) => {
      read(bytes)
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      hasAnswered = true
      client.write(bytes)
    })
  })
  return { url: proxy.url, executed, turns }
}

/** Reads the messages of one client (PostgreSQL, "Message Formats"). The first has no type. */
function createReader(execute: (text: string) => void): (bytes: Buffer) => void {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      const texts = rest.toString('utf8', head + 4, length).split('\0')
      const type = isStarted ? String.fromCodePoint(rest[0] ?? 0) : ''
      const [first = '', second = ''] = texts
      if (type === 'P') prepared.set(first, second)
      if (type === 'B') execute(prepared.get(second) ?? '')
      if (type === 'Q') execute(first)
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}
