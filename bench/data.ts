import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** The same rows for the same seed: 5 % repeat an address of the file, 2 % are invalid, 30 % are on the list. */
export type DataSize = { rows: number; existing: number; seed: number }

export const header = 'email,first_name,last_name,city,signup_date,score\n'
export const columnMapping = ['email', 'first_name', 'last_name', '', 'signup_date', 'score']

const firstNames = [
  'Anna',
  'Ben',
  'Clara',
  'David',
  'Emma',
  'Felix',
  'Greta',
  'Henry',
  'Ida',
  'Jonas',
  'Kira',
  'Leo',
]
const lastNames = [
  'Abel',
  'Bauer',
  'Conrad',
  'Dietz',
  'Engel',
  'Fischer',
  'Gross',
  'Huber',
  'Jansen',
  'Keller',
]
const cities = ['Berlin', 'New York', 'Paris', 'San Francisco', 'Tokyo', 'Wien', 'Buenos Aires', 'Oslo']

export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Not in alphabetical order, as in real files. */
export function addressOf(number: number): string {
  const scattered = Math.imul(number + 1, 0x9e3779b1) >>> 0
  return `${lastNames[scattered % 10]?.toLowerCase()}.${scattered.toString(36)}@mail${scattered % 97}.example.com`
}

export function existingRows({ existing, seed }: DataSize): Generator<string> {
  return peopleRows({ from: 0, until: existing, seed })
}

export function* peopleRows({
  from,
  until,
  seed,
}: Record<'from' | 'until' | 'seed', number>): Generator<string> {
  const random = createRandom(seed)
  for (let number = from; number < until; number += 1) yield row(addressOf(number), random)
}

export function* fileRows(size: DataSize): Generator<string> {
  const random = createRandom(size.seed + 1)
  const existingShare = size.existing > 0 ? 0.3 : 0
  const written: number[] = []
  let fresh = size.existing
  let known = 0
  for (let index = 0; index < size.rows; index += 1) {
    const dice = random()
    if (dice < 0.02) yield row(`not an address ${index}`, random)
    else if (dice < 0.07 && written.length > 0) {
      yield row(addressOf(written[Math.floor(random() * written.length)] ?? 0), random)
    } else {
      // Existing ones are spread evenly over the list.
      const isKnown = dice < 0.07 + existingShare && known < size.existing
      const number = isKnown ? spread(known++, size) : fresh++
      if (written.length < 100_000) written.push(number)
      yield row(addressOf(number), random)
    }
  }
}

function spread(known: number, size: DataSize): number {
  const wanted = Math.max(1, Math.floor(size.rows * 0.3))
  const step = Math.max(1, Math.floor(size.existing / wanted))
  return (known * step) % size.existing
}

function row(email: string, random: () => number): string {
  const pick = (values: string[]) => values[Math.floor(random() * values.length)]
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0')
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0')
  const year = 2000 + Math.floor(random() * 24)
  return `${email},${pick(firstNames)},${pick(lastNames)},${pick(cities)},${year}-${month}-${day},${Math.floor(random() * 1000)}\n`
}

export async function writeRows(path: string, rows: Iterable<string>, head: string): Promise<void> {
  const file = createWriteStream(path)
  let piece = head
  for (const line of rows) {
    piece += line
    if (piece.length < 1_048_576) continue
    if (!file.write(piece)) await once(file, 'drain')
    piece = ''
  }
  file.end(piece)
  await once(file, 'close')
}
