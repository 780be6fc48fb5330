import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { header, peopleRows, writeRows } from '../data.ts'
import { runImport } from '../imports/run.ts'
import { chartOf, shortValue } from './chart.ts'
import { measureAll, measures, type Measured, type MeasureName } from './measures.ts'
import { inNewWorld, type World } from './world.ts'

/**
 * Measures what calls, imports and campaigns take while one list grows, and writes the table and the chart of
 * docs/benchmarks.md.
 *
 *     npm run bench:growth                      # 100,000 to 30,000,000 people: 10 minutes, about 25 GB of disk
 *     npm run bench:growth -- 100000 1000000    # other sizes, ascending; prints the table only
 *
 * With DATABASE_URL the server works with that database, which must be empty; otherwise with an embedded one.
 */
const allSizes = [100_000, 1_000_000, 10_000_000, 30_000_000]
const givenSizes = process.argv.slice(2).map(Number)
const sizes = givenSizes.length === 0 ? allSizes : givenSizes
const root = join(import.meta.dirname, '../..')

async function grow({ client, uploads, listId }: World, from: number, until: number): Promise<void> {
  const path = join(uploads, 'people.csv')
  await writeRows(path, peopleRows({ from, until, seed: until }), header)
  const run = await runImport(client, listId, 'people.csv', { keep_for_undo: false })
  await rm(path)
  console.error(
    `${until} people, of which ${until - from} came at ${Math.round(run.records / run.seconds)} a second`,
  )
}

const names = Object.keys(measures) as MeasureName[]

function tableOf(all: readonly Measured[]): string {
  const head = ['', ...all.map(({ size }) => size.toLocaleString('en'))]
  const rows = names.map((name) => [
    `${measures[name].title}, ${measures[name].unit}`,
    ...all.map((measured) => shortValue(measured[name])),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** When, of which commit, and with what. */
function circumstances(): string {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day}, at ${commit}, with Node ${process.versions.node} on ${cpus().length} cores.`
}

/** Replaces what stands between the two marks of the page. */
async function writePage(all: readonly Measured[]): Promise<void> {
  const page = join(root, 'docs/benchmarks.md')
  const [begin, end] = ['<!-- growth: written by bench/growth/run.ts -->', '<!-- end of growth -->']
  const before = await readFile(page, 'utf8')
  const [from, until] = [before.indexOf(begin), before.indexOf(end)]
  if (from === -1 || until === -1) throw new Error('docs/benchmarks.md has no place for the table.')
  const text = `${before.slice(0, from)}${begin}\n\n${tableOf(all)}\n\n${circumstances()}\n\n${before.slice(until)}`
  const { code } = await format('benchmarks.md', text, { printWidth: 110 })
  await writeFile(page, code)
  const panels = names.map((name) => ({
    ...measures[name],
    points: all.map((measured) => ({ size: measured.size, value: measured[name] })),
  }))
  await writeFile(join(root, 'docs/pictures/growth.svg'), chartOf(panels))
}

await inNewWorld(async (world) => {
  const all: Measured[] = []
  let people = 0
  for (const size of sizes) {
    if (size <= people) throw new Error(`After the import before it the list has more than ${size} people.`)
    await grow(world, people, size)
    const { measured, people: now } = await measureAll(world, size)
    people = now
    all.push(measured)
    console.log(tableOf(all))
  }
  if (givenSizes.length === 0) await writePage(all)
})
