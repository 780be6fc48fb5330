import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { execFileSync } from 'node:child_process'
import { format } from 'oxfmt'
import type { Outcome } from './outcome.ts'
import type { Area } from './promise.ts'

const file = new URL('../../docs/proof.md', import.meta.url)

const beginning = `# Proof

What Quiver promises, the tests that try to break it, and what they found when they last ran. Both parts are written by
commands; edit \`scripts/prove/\` instead.

- \`npm run prove\` runs the tests by day, \`npm run prove -- --night\` all, \`npm run prove -- --only R1,S1\` some and only
  prints them, unless you add \`--write\`: then the other rows stay. Each run has a PostgreSQL of its own.
- \`npm run prove:faults\` plants one fault at a time in a copy of the source and expects the named test to fail.

A promise is **proven** if every file ran and passed, proven **in part** if some files did not run. What no test on one
machine can show is said below each table.
`

/** Writes one part of docs/proof.md and keeps the other. */
export async function writePart(heading: 'Promises' | 'Planted faults', text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '')
  const other = heading === 'Promises' ? 'Planted faults' : 'Promises'
  const kept = partOf(before, other)
  const part = `## ${heading}\n\n${text}`
  const parts = heading === 'Promises' ? [part, kept] : [kept, part]
  const { code } = await format('proof.md', [beginning, ...parts].join('\n\n'), { printWidth: 110 })
  await writeFile(file, code)
}

function partOf(document: string, heading: string): string {
  const found = new RegExp(`^## ${heading}\n[^]*?(?=^## |$(?![^]))`, 'm').exec(document)
  return found?.[0] ?? ''
}

export function tablesOf(areas: readonly Area[], outcomes: readonly Outcome[]): string {
  return areas
    .map(({ name, promises }) => {
      const rows = promises.flatMap(({ id }) => outcomes.filter(({ promised }) => promised.id === id))
      const lines = rows.map(
        ({ promised, state, words }) =>
          `| ${promised.id} | ${promised.promise} | ${state} | ${words} | ${promised.tests.map((test) => `\`${test}\``).join('<br>')} |`,
      )
      const gaps = promises.flatMap(({ id, gap }) => (gap === undefined ? [] : [`- **${id}**: ${gap}`]))
      const head = ['| Id | Promise | State | Found | Tests |', '| --- | --- | --- | --- | --- |']
      const shown = gaps.length > 0 ? ['', 'Not shown by a test:', '', ...gaps] : []
      return [`### ${name}`, '', ...head, ...lines, ...shown].join('\n')
    })
    .join('\n\n')
}

/** Of the document as it is: state and words of each promise. */
export async function writtenOutcomes(areas: readonly Area[]): Promise<Outcome[]> {
  const text = await readFile(file, 'utf8')
  const rows = new Map(
    text.split('\n').flatMap((line) => {
      const [, id = '', , state = '', words = ''] = line.split('|').map((cell) => cell.trim())
      return [[id, { state, words }] as const]
    }),
  )
  return areas.flatMap(({ promises }) =>
    promises.flatMap((promised) => {
      const row = rows.get(promised.id)
      return row === undefined ? [] : [{ promised, state: row.state as Outcome['state'], words: row.words }]
    }),
  )
}

/** Of the document as it is: when, where and with what the rows without a date ran. */
export async function writtenRun(): Promise<string> {
  return runOf(await readFile(file, 'utf8'))
}

/** The first paragraph of the part, without the sums and what was said of rows with a date. */
export function runOf(document: string): string {
  const [, paragraph = ''] = /^## Promises\n\n(.*)$/m.exec(document) ?? []
  const [run = ''] = paragraph.split(/\. \d+ promises:|\. Rows with a date/)
  return run
}

/** When, where and with what. */
export function circumstances(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--short=12', 'HEAD')
  const changed = git('status', '--porcelain') === '' ? '' : ' with changes'
  const [cpu] = cpus()
  return [
    new Date().toISOString().slice(0, 10),
    `commit ${commit}${changed}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${process.env['TEST_DATABASE_URL'] === undefined ? 'as embedded' : 'of TEST_DATABASE_URL'}`,
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
  ].join('; ')
}
