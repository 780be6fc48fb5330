import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { format } from 'oxfmt'
import type { Outcome } from './outcome.ts'
import type { Area, Promised } from './promise.ts'

const file = new URL('../../docs/proof.md', import.meta.url)

const beginning = `# Proof

What Quiver promises, the tests that try to break it, and what they found when they last ran. All parts are written by
commands; edit \`scripts/prove/\` instead.

- \`npm run prove\` runs the tests by day, \`npm run prove -- --night\` all, \`npm run prove -- --only R1,S1\` some and only
  prints them, unless you add \`--write\`: then the other rows stay. Each run has a PostgreSQL of its own.
- \`npm run prove:faults\` plants one fault at a time in a copy of the source and expects the named test to fail.
- \`npm run prove:random\` plants faults at random and runs the tests that are nearest to each. A seed picks the same ones again.

A promise is **proven** if every test of its files ran and passed, proven **in part** if some did not run: a skipped test is
not a pass. A promise whose list of tests has changed since its row was written counts as **not run**. Those in bold are in the
[README](../README.md#what-you-can-rely-on). What no test on one machine can show is said below each table. A row says on which
day its tests ran, and whether those of the night did, too; \`git blame\` names the commit.
`

const headings = ['Promises', 'Planted faults', 'Faults at random'] as const

/** Writes one part of docs/proof.md and keeps the others. */
export async function writePart(heading: (typeof headings)[number], text: string): Promise<void> {
  const written = `## ${heading}\n\n${text}`
  const parts = await Promise.all(
    headings.map(async (one) => (one === heading ? written : await partOf(one))),
  )
  const { code } = await format('proof.md', [beginning, ...parts].join('\n\n'), { printWidth: 110 })
  await writeFile(file, code)
}

/** One part of docs/proof.md as it is, with its heading; empty if there is none. */
export async function partOf(heading: (typeof headings)[number]): Promise<string> {
  const document = await readFile(file, 'utf8').catch(() => '')
  const found = new RegExp(`^## ${heading}\n[^]*?(?=^## |$(?![^]))`, 'm').exec(document)
  return found?.[0] ?? ''
}

/** An outcome and when it was found: `2026-11-28, day`, or `night` if those of the night ran, too. Empty if nothing ran. */
export type Row = Outcome & { ran: string }

export function tablesOf(areas: readonly Area[], all: readonly Row[]): string {
  return areas
    .map(({ name, promises }) => {
      const rows = promises.flatMap(({ id }) => all.filter(({ promised }) => promised.id === id))
      const gaps = promises.flatMap(({ id, gap }) => (gap === undefined ? [] : [`- **${id}**: ${gap}`]))
      const head = ['| Id | Promise | State | Ran | Found | Tests |', '| --- | --- | --- | --- | --- | --- |']
      const shown = gaps.length > 0 ? ['', 'Not shown by a test:', '', ...gaps] : []
      return [`### ${name}`, '', ...head, ...rows.map(lineOf), ...shown].join('\n')
    })
    .join('\n\n')
}

function lineOf({ promised, state, ran, words }: Row): string {
  const { id, readme, promise, tests } = promised
  const sentence = readme === undefined ? promise : `**${promise}**`
  return `| ${[id, sentence, state, ran, words, cellOf(tests)].join(' | ')} |`
}

function cellOf(tests: readonly string[]): string {
  return tests.map((test) => `\`${test}\``).join('<br>')
}

/** The rows of the document as it is. What is said of a promise holds for the tests that its row names. */
export async function writtenRows(areas: readonly Area[]): Promise<Row[]> {
  return rowsIn(await readFile(file, 'utf8'), areas)
}

export function rowsIn(document: string, areas: readonly Area[]): Row[] {
  const written = new Map(
    document.split('\n').map((line) => {
      const [, id = '', , ...cells] = line.split('|').map((cell) => cell.trim())
      return [id, cells] as const
    }),
  )
  return areas.flatMap(({ promises }) =>
    promises.map((promised) => {
      const [state, ran = '', words = '', tests] = written.get(promised.id) ?? []
      if (state === undefined) return notRun(promised, 'no run is recorded')
      if (tests === cellOf(promised.tests)) return { promised, state: state as Row['state'], ran, words }
      return notRun(promised, `its list of tests has changed${ran === '' ? '' : ` since ${ran}`}`)
    }),
  )
}

function notRun(promised: Promised, words: string): Row {
  return { promised, state: 'not run', ran: '', words }
}

/** The paragraph above the tables: the counts, and from when to when the rows ran. */
export function summaryOf(rows: readonly Row[], lastRun: string): string {
  const days = rows.flatMap(({ ran }) => /^\d{4}-\d\d-\d\d/.exec(ran) ?? []).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const span = first === last ? `on ${first}` : `between ${first} and ${last}`
  return `${rows.length} promises: ${sumsOf(rows)}. The tests ran ${span}. The last run: ${lastRun}.`
}

export function sumsOf(all: readonly Outcome[]): string {
  return (['proven', 'in part', 'not run', 'no test', 'FAILED'] as const)
    .map((state) => `${all.filter((one) => one.state === state).length} ${state}`)
    .join(', ')
}

/** When, where and with what. */
export function circumstances(): string {
  const [cpu] = cpus()
  return [
    new Date().toISOString().slice(0, 10),
    `Node ${process.versions.node}`,
    `PostgreSQL ${process.env['TEST_DATABASE_URL'] === undefined ? 'as embedded' : 'of TEST_DATABASE_URL'}`,
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
  ].join('; ')
}
