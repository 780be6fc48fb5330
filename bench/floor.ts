import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Rows a second of COPY: the same good rows, each address once, into a bare table with only the unique index. */
export async function measureFloor(databaseUrl: string, path: string, rounds: number): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`create table floor (list_id int not null, email text collate "C" not null,
    first_name text, last_name text, city text, signup_date date, score int)`)
  await client.query('create unique index floor_email on floor (list_id, email)')
  const seen = new Set<string>()
  const pieces: string[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const email = line.slice(0, line.indexOf(','))
    if (email === 'email' || email.includes(' ') || seen.has(email)) continue
    seen.add(email)
    pieces.push(`1\t${line.replaceAll(',', '\t')}\n`)
  }
  const chunks = Array.from({ length: Math.ceil(pieces.length / 10_000) }, (_, index) =>
    Buffer.from(pieces.slice(index * 10_000, (index + 1) * 10_000).join('')),
  )
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await client.query('truncate floor')
    await client.query('checkpoint')
    const startMs = performance.now()
    await pipeline(Readable.from(chunks), client.query(copyFrom('copy floor from stdin')))
    rates.push(pieces.length / ((performance.now() - startMs) / 1000))
  }
  await client.query('drop table floor')
  await client.end()
  return rates
}
