import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { readAddress } from '../src/database/address.ts'

const rowsMax = 1_000_000

/** Rows per second of COPY for the first of the same good rows, into a table with only the unique index. */
export async function measureFloor(databaseUrl: string, path: string, rounds: number): Promise<number[]> {
  const { url, path: socket = '' } = readAddress(databaseUrl)
  const database = postgres(url, { path: socket, max: 1 })
  await database`create table floor (list_id int not null, email text collate "C" not null,
    first_name text, last_name text, city text, signup_date date, score int)`
  await database`create unique index floor_email on floor (list_id, email)`
  const seen = new Set<string>()
  const pieces: string[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const email = line.slice(0, line.indexOf(','))
    if (email === 'email' || email.includes(' ') || seen.has(email)) continue
    seen.add(email)
    pieces.push(`1\t${line.replaceAll(',', '\t')}\n`)
    if (pieces.length === rowsMax) break
  }
  const chunks = Array.from({ length: Math.ceil(pieces.length / 10_000) }, (_, index) =>
    Buffer.from(pieces.slice(index * 10_000, (index + 1) * 10_000).join('')),
  )
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await database`truncate floor`
    await database`checkpoint`
    const startMs = performance.now()
    await database.begin(async (sql) => {
      await pipeline(Readable.from(chunks), await sql`copy floor from stdin`.writable())
    })
    rates.push(pieces.length / ((performance.now() - startMs) / 1000))
  }
  await database`drop table floor`
  await database.end()
  return rates
}
