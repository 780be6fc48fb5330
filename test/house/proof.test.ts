import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runOf } from '../../scripts/prove/document.ts'
import { outcomeOf } from '../../scripts/prove/outcome.ts'
import { areas } from '../../scripts/prove/promises/all.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const promises = areas.flatMap((area) => area.promises)

/** The promises in README.md: the words in bold, and the test files that the paragraph names. */
function promisesOfReadme(): { words: string; tests: string[] }[] {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8')
  const [section = ''] = /## What you can rely on\n[^]*?(?=\n## )/.exec(text) ?? []
  return section
    .split(/\n- /)
    .slice(1)
    .map((paragraph) => ({
      words: /^\*\*(.+?)\*\*/s.exec(paragraph)?.[1]?.replaceAll('\n', ' ') ?? '',
      tests: [...paragraph.matchAll(/`((?:src|test)\/[^`]+\.test\.ts)`/g)].map(([, file = '']) => file),
    }))
}

test('every promise of the README is proven by the tests that it names', () => {
  const inReadme = promisesOfReadme()
  expect(inReadme.length).toBeGreaterThan(15)
  for (const { words, tests } of inReadme) {
    const of = promises.filter(({ readme }) => readme === words)
    expect(of, words).toHaveLength(1)
    expect(of[0]?.tests, words).toEqual(expect.arrayContaining(tests))
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

test('a promise is proven only if every file ran and passed', () => {
  const promised = { id: 'Z', promise: '', tests: ['a.test.ts', 'b.nightly.test.ts'] }
  const result = { passed: 2, failed: 0, skipped: 0, seconds: 1, figures: ['7 kills'] }
  const state = (results: Record<string, Partial<typeof result>>) =>
    outcomeOf(
      promised,
      new Map(Object.entries(results).map(([file, changes]) => [file, { ...result, ...changes }])),
    )
  expect(state({}).state).toBe('not run')
  expect(state({ 'a.test.ts': {} })).toMatchObject({
    state: 'in part',
    words: '2 tests passed in 1 s; 7 kills; not run: 1 file of the night',
  })
  expect(state({ 'a.test.ts': {}, 'b.nightly.test.ts': {} }).state).toBe('proven')
  expect(state({ 'a.test.ts': {}, 'b.nightly.test.ts': { passed: 0, skipped: 2 } }).state).toBe('in part')
  expect(state({ 'a.test.ts': { failed: 1 }, 'b.nightly.test.ts': {} }).state).toBe('FAILED')
  expect(outcomeOf({ ...promised, tests: [], gap: 'Takes a day.' }, new Map()).state).toBe('no test')
})

test('rows that run again keep what is said of how the others ran', () => {
  const run = '2026-11-23; commit 86d1f5b2569e; 2 cores (AMD EPYC), 24 GB, linux; tests by day and at night'
  const document = (more: string) =>
    `# Proof\n\n## Promises\n\n${run}.${more} 75 promises: 41 proven.\n\n### Work`
  expect(runOf(document(''))).toBe(run)
  expect(runOf(document(' Rows with a date ran then, as they say.'))).toBe(run)
  expect(runOf(readFileSync(path.join(root, 'docs/proof.md'), 'utf8'))).toMatch(/^\d{4}-.*; tests by day/)
})
