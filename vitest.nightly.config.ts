import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { nightFiles } from './test/harness/night-files.ts'

/** Whoever makes a test smaller by day need not think of the night. */
const smallerByDay = ['src', 'test'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith('.test.ts') && saysSo(file)),
)

function saysSo(file: string): boolean {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  return /\b(?:byDay|isNight|nightly|propertyRuns|aSeed)\b/.test(source)
}

/** What takes longer than a commit may: more kills, more files, real minutes. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.nightly.test.ts',
      'test/**/*.nightly.test.ts',
      ...nightFiles,
      // By day one page of each test is searched for what keeps people out.
      'test/console/**/*.test.ts',
      // By day these do less of the same: see test/harness/night.ts.
      ...smallerByDay,
      'src/files/fuzz.test.ts',
      'test/sending/imports.test.ts',
      // Properties: a tenth of their runs by day, see test/harness/fuzz/runs.ts.
      'src/contract/**/*.fuzz.test.ts',
      'src/http/**/*.fuzz.test.ts',
    ],
    env: { QUIVER_NIGHTLY: '1' },
    globalSetup: ['test/harness/postgres/setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    // As long as test/harness/core/until.ts waits; the default is one second.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 1,
  },
})
