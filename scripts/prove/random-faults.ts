import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nightFiles } from '../../test/harness/night-files.ts'
import { circumstances, writePart } from './document.ts'
import { equivalents } from './equivalents.ts'
import { mutationsOf, type Mutation } from './mutate.ts'
import { importersOf, nearestTests, wordsOf } from './nearest-tests.ts'
import { runTests } from './run-tests.ts'

/**
 * `npm run prove:random -- --seed 1 --count 30`: plants faults at random over `src` and `console` in a copy of the last
 * commit, one at a time, and runs the tests that are nearest to each. A seed picks the same faults for as long as their
 * lines stay as they are. `--list` only tells them; `--from 10` begins with the eleventh; `--write` puts the table into
 * docs/proof.md.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '30' },
    from: { type: 'string', default: '0' },
    tests: { type: 'string', default: '8' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

type Planted = Mutation & { file: string }
type Result = Planted & { state: 'red' | 'GREEN' | 'equivalent'; found: string }

const files = git(root, 'ls-files', 'src', 'console', 'test').trim().split('\n').filter((file) => /\.tsx?$/.test(file)) // oxfmt-ignore
const sources = new Map(
  await Promise.all(
    files.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const),
  ),
)
const importers = importersOf(sources)
const faults = pick().slice(Number(values.from), Number(values.count))

if (values.list) for (const fault of faults) console.log(`${nameOf(fault)}: ${fault.words}`)
else await plantAll()

/** Words and descriptions decide nothing, and neither do the tests. */
function pick(): Planted[] {
  const isPlace = (file: string) =>
    /^(?:src|console)\//.test(file) && !/\.test\.ts$|^console\/(?:words|build)\//.test(file)
  const all = files.filter(isPlace).flatMap((file) => {
    const seen = new Map<string, number>()
    return mutationsOf(sources.get(file) ?? '', file.endsWith('x') ? 'tsx' : 'ts').map((mutation) => {
      const nth = (seen.get(mutation.words) ?? 0) + 1
      seen.set(mutation.words, nth)
      const key = [values.seed, file, mutation.words, nth].join('\n')
      return { ...mutation, file, key: createHash('sha256').update(key).digest('hex') }
    })
  })
  return all.toSorted((a, b) => a.key.localeCompare(b.key))
}

async function plantAll(): Promise<void> {
  const copy = await mkdtemp(path.join(tmpdir(), 'quiver-faults-'))
  // The user of the test's PostgreSQL has to pass.
  await chmod(copy, 0o755)
  const tree = path.join(copy, 'quiver')
  const results: Result[] = []
  try {
    git(root, 'worktree', 'add', '--quiet', '--detach', tree, 'HEAD')
    await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
    for (const fault of faults) {
      const result = await plant(tree, fault)
      results.push(result)
      console.log(`\n${results.length} ${result.state} ${nameOf(fault)}: ${fault.words}: ${result.found}\n`)
    }
  } finally {
    git(root, 'worktree', 'remove', '--force', tree)
    await rm(copy, { recursive: true, force: true })
  }
  const sum = (state: Result['state']) => results.filter((one) => one.state === state).length
  const summary = `Seed ${values.seed}: ${sum('red')} red, ${sum('equivalent')} equivalent, ${sum('GREEN')} green.`
  console.log(summary)
  if (values.write) await writeTable(summary, results)
  process.exitCode = sum('GREEN') === 0 ? 0 : 1
}

async function plant(tree: string, fault: Planted): Promise<Result> {
  const why = equivalents.find(({ file, words }) => file === fault.file && words === fault.words)?.why
  if (why !== undefined) return { ...fault, state: 'equivalent', found: why }
  const place = path.join(tree, fault.file)
  const text = sources.get(fault.file) ?? ''
  await writeFile(place, text.slice(0, fault.start) + fault.text + text.slice(fault.end))
  try {
    for (const tests of testsFor(tree, fault)) {
      const found = await runTests({ directory: tree, files: tests, isShort: true })
      const red = [...found].find(([, { failed }]) => failed > 0)
      if (red !== undefined) return { ...fault, state: 'red', found: `\`${red[0]}\`` }
      if (found.size === 0 && tests.length > 0)
        return { ...fault, state: 'red', found: 'the tests do not end' }
    }
    return { ...fault, state: 'GREEN', found: '' }
  } finally {
    await writeFile(place, text)
  }
}

/** The nearest ones by day; for the console then those in a browser, which read what is built. */
function* testsFor(tree: string, { file }: Planted): Iterable<string[]> {
  const isByDay = (test: string) =>
    !/\.(?:nightly|sharded)\.test\.ts$/.test(test) && !nightFiles.includes(test)
  const near = nearestTests(file, importers).filter(isByDay)
  const half = Number(values.tests) / 2
  yield near.slice(0, half)
  yield near.slice(half, 2 * half)
  if (!file.startsWith('console/')) return
  const built = spawnSync('npx', ['vite', 'build', 'console', '--logLevel', 'warn'], {
    cwd: tree,
    stdio: 'inherit',
  })
  if (built.status !== 0) throw new Error('The console cannot be built.')
  const subject = wordsOf(file)
  const shared = (test: string) => [...wordsOf(test)].filter((word) => subject.has(word)).length
  const stories = files.filter(
    (test) => /^test\/console\/(?!sources).*\.test\.ts$/.test(test) && isByDay(test),
  )
  yield stories.toSorted((a, b) => shared(b) - shared(a)).slice(0, half)
}

async function writeTable(summary: string, results: Result[]): Promise<void> {
  const head = ['| Where | Fault | Found |', '| --- | --- | --- |']
  const rows = results.map((one) => {
    const found =
      one.state === 'red' ? `red: ${one.found}` : `${one.state}${one.found === '' ? '' : `: ${one.found}`}`
    return `| \`${nameOf(one)}\` | ${one.words} | ${found} |`
  })
  await writePart('Faults at random', [`${circumstances()}. ${summary}`, '', ...head, ...rows].join('\n'))
}

function nameOf({ file, line }: Planted): string {
  return `${file}:${line}`
}

function git(directory: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: directory, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed.`)
  return stdout
}
