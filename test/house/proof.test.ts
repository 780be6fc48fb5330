import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { rowsIn, summaryOf, tablesOf } from '../../scripts/prove/document.ts'
import { outcomeOf } from '../../scripts/prove/outcome.ts'
import { areas } from '../../scripts/prove/promises/all.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const promises = areas.flatMap((area) => area.promises)

/** The promises in README.md: the words in bold. */
function promisesOfReadme(): string[] {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8')
  const [section = ''] = /## What you can rely on\n[^]*?(?=\n## )/.exec(text) ?? []
  return section
    .split(/\n- /)
    .slice(1)
    .map((paragraph) => /^\*\*(.+?)\*\*/s.exec(paragraph)?.[1]?.replaceAll('\n', ' ') ?? '')
}

test('every promise of the README is one that has tests', () => {
  const inReadme = promisesOfReadme()
  expect(inReadme.length).toBeGreaterThan(15)
  for (const words of inReadme) {
    const of = promises.filter(({ readme }) => readme === words)
    expect(of, words).toHaveLength(1)
    expect(of[0]?.tests.length, words).toBeGreaterThan(0)
  }
  expect(promises.filter(({ readme }) => readme !== undefined)).toHaveLength(inReadme.length)
})

test('every promise has an id of its own, and test files that exist or a reason why there are none', () => {
  const ids = promises.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, tests, gap } of promises) {
    expect(
      tests.filter((file) => !existsSync(path.join(root, file))),
      id,
    ).toEqual([])
    expect(tests.length > 0 || gap !== undefined, id).toBe(true)
  }
})

test('every planted fault names a test that exists and source that it changes', () => {
  const folder = path.join(root, 'scripts/prove/faults')
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(14)
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const [, fault = '', named = ''] = /^Fault: (.+)\nTest: (.+)\n/.exec(text) ?? []
    expect(fault, file).not.toBe('')
    expect(existsSync(path.join(root, named)), `${file}: ${named}`).toBe(true)
    expect(
      promises.some(({ tests }) => tests.includes(named)),
      `${file}: no promise names ${named}`,
    ).toBe(true)
    const [, ...changes] = text.split(/^--- a\/.+\n\+\+\+ b\//m)
    expect(changes.length, file).toBeGreaterThan(0)
    for (const change of changes) {
      const [, source = ''] = /^(.+)\n/.exec(change) ?? []
      const content = readFileSync(path.join(root, source), 'utf8')
      for (const lines of hunksBefore(change)) {
        expect(
          content.includes(lines),
          `${file} no longer applies to ${source}: make it anew\n${lines}`,
        ).toBe(true)
      }
    }
  }
})

/** What the source must contain for a change to apply: the lines of each hunk but those that it adds. */
function hunksBefore(change: string): string[] {
  const [, ...hunks] = change.split(/^@@ .+\n/m)
  return hunks.map((hunk) =>
    hunk
      .split('\n')
      .filter((line) => line.startsWith(' ') || line.startsWith('-'))
      .map((line) => `${line.slice(1)}\n`)
      .join(''),
  )
}

test('a promise is proven only if every test of its files ran and passed', () => {
  const promised = { id: 'Z', promise: '', tests: ['a.test.ts', 'b.nightly.test.ts'] }
  const result = { passed: 2, failed: 0, skipped: [] as string[], seconds: 1, figures: ['7 kills'] }
  const state = (results: Record<string, Partial<typeof result>>) =>
    outcomeOf(
      promised,
      new Map(Object.entries(results).map(([file, changes]) => [file, { ...result, ...changes }])),
    )
  expect(state({}).state).toBe('not run')
  expect(state({ 'a.test.ts': {} })).toMatchObject({
    state: 'in part',
    words: '2 tests in 1 s; 7 kills; not run: 1 file of the night',
  })
  expect(state({ 'a.test.ts': {}, 'b.nightly.test.ts': {} }).state).toBe('proven')
  expect(
    state({ 'a.test.ts': {}, 'b.nightly.test.ts': { skipped: ['it holds behind a proxy'] } }),
  ).toMatchObject({
    state: 'in part',
    words: expect.stringContaining('1 skipped (night, or a tool is missing): “it holds behind a proxy”'),
  })
  expect(state({ 'a.test.ts': {}, 'b.nightly.test.ts': { passed: 0 } }).state).toBe('in part')
  expect(state({ 'a.test.ts': { failed: 1 }, 'b.nightly.test.ts': {} }).state).toBe('FAILED')
  expect(outcomeOf({ ...promised, tests: [], gap: 'Takes a day.' }, new Map()).state).toBe('no test')
})

const areaOf = (...of: { id: string; tests: string[] }[]) => [
  { name: 'Work', promises: of.map((one) => ({ promise: 'It holds.', ...one })) },
]
const rowOf = (id: string, ran: string, tests: string[]) => ({
  promised: { id, promise: 'It holds.', tests },
  state: 'proven' as const,
  ran,
  words: '2 tests in 1 s',
})

test('a row of the document is kept only for the tests that it names', () => {
  const document = tablesOf(areaOf({ id: 'Z1', tests: ['a.test.ts'] }, { id: 'Z2', tests: ['b.test.ts'] }), [
    rowOf('Z1', '2026-11-23, day', ['a.test.ts']),
    rowOf('Z2', '2026-11-24, day', ['b.test.ts']),
  ])
  const now = areaOf(
    { id: 'Z1', tests: ['a.test.ts'] },
    { id: 'Z2', tests: ['b.test.ts', 'c.test.ts'] },
    { id: 'Z3', tests: ['d.test.ts'] },
  )
  const rows = rowsIn(document, now)
  expect(rows.map(({ promised, state, ran, words }) => [promised.id, state, ran, words])).toEqual([
    ['Z1', 'proven', '2026-11-23, day', '2 tests in 1 s'],
    ['Z2', 'not run', '', 'its list of tests has changed since 2026-11-24, day'],
    ['Z3', 'not run', '', 'no run is recorded'],
  ])
  expect(summaryOf(rows, 'then')).toMatch(
    /^3 promises: 1 proven, 0 in part, 2 not run,.* ran on 2026-11-23\./,
  )
})

test('the document has a row for each promise, and a proven one says when its tests ran and skipped none', () => {
  const document = readFileSync(path.join(root, 'docs/proof.md'), 'utf8')
  const cells = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const rows = cells.filter(([, id = '']) => promises.some((promised) => promised.id === id))
  const ids = rows.map(([, id]) => id)
  expect(ids, 'run `npm run prove -- --only <the new id> --write`').toEqual(promises.map(({ id }) => id))
  expect(document).toContain(`\n${promises.length} promises: `)
  for (const [, id, , state, ran, found] of rows) {
    if (state !== 'proven') continue
    expect(ran, id).toMatch(/^\d{4}-\d\d-\d\d, (day|night)$/)
    expect(found, id).not.toMatch(/\d skipped \(|not run:/)
  }
})
