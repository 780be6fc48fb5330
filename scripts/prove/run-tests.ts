import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type FileResult = {
  passed: number
  failed: number
  /** The names of tests that belong to the night, or whose tool is missing. */
  skipped: string[]
  seconds: number
  /** What the tests have counted: see test/harness/watching/figure.ts. */
  figures: string[]
}

type Assertion = { title: string; status: string; meta?: { figure?: string } }
type Report = {
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: Assertion[]
  }[]
}

export type Run = {
  directory: string
  files: readonly string[]
  isNight?: boolean
  name?: string
  /** Ends with the first test that fails, and after ten minutes. */
  isShort?: boolean
}

/**
 * Runs test files on a PostgreSQL of their own.
 * @returns their results by path; a file that could not be loaded has failed.
 */
export async function runTests({
  directory,
  files,
  isNight = false,
  name,
  isShort = false,
}: Run): Promise<Map<string, FileResult>> {
  if (files.length === 0) return new Map()
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-proof-'))
  const report = path.join(folder, 'report.json')
  const config = isNight ? ['--config', 'vitest.nightly.config.ts'] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const named = name === undefined ? [] : ['--testNamePattern', name]
  const bail = isShort ? ['--bail', '1'] : []
  const vitest = path.join(directory, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', ...config, ...reporters, ...named, ...bail, ...files]
  const child = spawn(process.execPath, args, {
    cwd: directory,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(isShort && { timeout: 600_000 }),
  })
  await once(child, 'exit')
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
  await rm(folder, { recursive: true })
  return resultsIn(JSON.parse(text) as Report, directory)
}

function resultsIn({ testResults }: Report, directory: string): Map<string, FileResult> {
  return new Map(
    testResults.map(({ name, status, startTime, endTime, assertionResults }) => {
      const those = (...some: string[]) => assertionResults.filter((one) => some.includes(one.status))
      const failed = those('failed').length
      const result = {
        passed: those('passed').length,
        failed: failed === 0 && status === 'failed' ? 1 : failed,
        skipped: those('skipped', 'pending', 'todo').map(({ title }) => title),
        seconds: Math.round((endTime - startTime) / 1000),
        figures: assertionResults.flatMap(({ meta }) => (meta?.figure === undefined ? [] : [meta.figure])),
      }
      return [path.relative(directory, name), result]
    }),
  )
}
