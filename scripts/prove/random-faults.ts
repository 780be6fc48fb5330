import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nightFiles } from '../../test/harness/night-files.ts'
import { circumstances, partOf, writePart } from './document.ts'
import { equivalents } from './equivalents.ts'
import { mutationsOf, type Mutation } from './mutate.ts'
import { importersOf, nearestTests, wordsOf } from './nearest-tests.ts'
import { runTests } from './run-tests.ts'

/**
 * `npm run prove:random -- --seed 1 --count 30`: plants faults at random over `src` and `console` in a copy of the last
 * commit, one at a time, and runs the tests that are nearest to each. A seed picks the same faults for as long as their
 * lines stay as they are. `--list` only tells them; `--only green` takes those that the table in docs/proof.md does not
 * call red, `--only console/lists,src/cli` those of some files; `--night` runs tests of the night, too, where those of the day find
 * nothing; `--write` puts the rows into the table.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '30' },
    tests: { type: 'string', default: '8' },
    list: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    night: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

type Planted = Mutation & { file: string }
type Result = Planted & { state: 'red' | 'red at night' | 'GREEN' | 'equivalent'; found: string }

const files = git(root, 'ls-files', 'src', 'console', 'test').trim().split('\n').filter((file) => /\.tsx?$/.test(file)) // oxfmt-ignore
const sources = new Map(
  await Promise.all(
    files.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const),
  ),
)
const importers = importersOf(sources)
const picked = pick().slice(0, Number(values.count))
const written = writtenRows(await partOf('Faults at random'))
const faults = picked.filter((fault) =>
  values.only === 'green'
    ? !isRed(written.get(keyOf(fault)))
    : values.only.split(',').some((part) => nameOf(fault).includes(part)),
)

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
  const summary = `${sum('red')} red, ${sum('red at night')} red at night, ${sum('equivalent')} equivalent, ${sum('GREEN')} green.`
  console.log(summary)
  if (values.write) await writeTable(results)
  process.exitCode = sum('GREEN') === 0 ? 0 : 1
}

async function plant(tree: string, fault: Planted): Promise<Result> {
  const why = equivalents.find(({ file, words }) => file === fault.file && words === fault.words)?.why
  if (why !== undefined) return { ...fault, state: 'equivalent', found: why }
  const place = path.join(tree, fault.file)
  const text = sources.get(fault.file) ?? ''
  const planted = text.slice(0, fault.start) + fault.text + text.slice(fault.end)
  await writeFile(place, planted)
  try {
    for (const { tests, isNight } of testsFor(tree, fault)) {
      const red = await firstRed(tree, { file: fault.file, planted, text }, { tests, isNight })
      if (red !== null) return { ...fault, state: isNight ? 'red at night' : 'red', found: `\`${red}\`` }
    }
    return { ...fault, state: 'GREEN', found: '' }
  } finally {
    await writeFile(place, text)
  }
}

type Run = { tests: string[]; isNight: boolean }
type Both = { file: string; planted: string; text: string }

/** @returns the first test that fails with the fault and passes without it. */
async function firstRed(
  tree: string,
  { file, planted, text }: Both,
  { tests, isNight }: Run,
): Promise<string | null> {
  for (let left = tests; left.length > 0;) {
    const found = await runTests({ directory: tree, files: left, isNight, isShort: true })
    if (found.size === 0) return 'the tests do not end'
    const [red] = [...found].find(([, { failed }]) => failed > 0) ?? []
    if (red === undefined) return null
    await write(tree, file, text)
    const sound = await runTests({ directory: tree, files: [red], isNight, isShort: true })
    if (sound.get(red)?.failed === 0) return red
    left = left.filter((test) => test !== red)
    await write(tree, file, planted)
  }
  return null
}

/** Tests in a browser read what is built. */
async function write(tree: string, file: string, text: string): Promise<void> {
  await writeFile(path.join(tree, file), text)
  if (file.startsWith('console/')) buildConsole(tree)
}

/** The nearest ones by day; for the console then those in a browser, which read what is built. */
function* testsFor(tree: string, { file }: Planted): Iterable<Run> {
  const max = Number(values.tests)
  const near = nearestTests(file, importers)
  const byDay = near.filter((test) => !isOfNight(test))
  yield { tests: byDay.slice(0, max / 2), isNight: false }
  yield { tests: byDay.slice(max / 2, max), isNight: false }
  const isOfConsole = file.startsWith('console/')
  if (isOfConsole) {
    buildConsole(tree)
    yield {
      tests: storiesAbout(file)
        .filter((test) => !isOfNight(test))
        .slice(0, max / 2),
      isNight: false,
    }
  }
  if (!values.night) return
  const atNight = (isOfConsole ? storiesAbout(file) : near).filter((test) => isOfNight(test))
  yield { tests: atNight.slice(0, max / 2), isNight: true }
}

function isOfNight(test: string): boolean {
  return test.endsWith('.nightly.test.ts') || nightFiles.includes(test)
}

function buildConsole(tree: string): void {
  const args = ['vite', 'build', 'console', '--logLevel', 'warn']
  if (spawnSync('npx', args, { cwd: tree, stdio: 'inherit' }).status !== 0)
    throw new Error('The console cannot be built.')
}

/** Tests in a browser, those first that tell by their path that they are about the file. */
function storiesAbout(file: string): string[] {
  const subject = wordsOf(file)
  const shared = (test: string) => [...wordsOf(test)].filter((word) => subject.has(word)).length
  const stories = files.filter((test) => /^test\/console\/(?!sources).*\.test\.ts$/.test(test))
  return stories.toSorted((a, b) => shared(b) - shared(a))
}

/** The rows of these results; others of the table stay. */
async function writeTable(results: Result[]): Promise<void> {
  for (const one of results) {
    const found = one.found === '' ? one.state : `${one.state}: ${one.found}`
    written.set(keyOf(one), found)
  }
  const rows = picked.map(
    (fault) => `- \`${nameOf(fault)}\`, ${fault.words}: ${written.get(keyOf(fault)) ?? 'not run'}`,
  )
  const all = picked.map((fault) => written.get(keyOf(fault)) ?? '')
  const sum = (state: RegExp) => all.filter((found) => state.test(found)).length
  const sums = `${sum(/^red:/)} red by day, ${sum(/^red at night/)} at night, ${sum(/^equiv/)} equivalent, ${sum(/^GREEN/)} green`
  const summary = `${circumstances()}. Seed ${values.seed}: ${sums}.`
  await writePart('Faults at random', [summary, '', ...rows].join('\n'))
}

/** What was found, by the file and the words of the fault. */
function writtenRows(table: string): Map<string, string> {
  const rows = [...table.matchAll(/^- `([^`]+):\d+`, (.+): ((?:red|equivalent|GREEN|not run)\b.*)$/gm)]
  return new Map(rows.map(([, file, words, found = '']) => [`${file} ${words}`, found]))
}

function keyOf({ file, words }: Planted): string {
  return `${file} ${words}`
}

function isRed(found: string | undefined): boolean {
  return found?.startsWith('red') === true
}

function nameOf({ file, line }: Planted): string {
  return `${file}:${line}`
}

function git(directory: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: directory, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed.`)
  return stdout
}
