import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { circumstances, writePart } from './document.ts'
import { runTests, type FileResult } from './run-tests.ts'

/**
 * `npm run prove:faults`: plants one fault at a time in a copy of the last commit, and expects the test that it names to
 * fail. `-- --only oauth,scim` takes those whose name contains one of the words.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = path.join(root, 'scripts/prove/faults')
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

type Fault = {
  file: string
  fault: string
  test: string
  name: string | undefined
  /** The name of a test of the same file that stays green, because a second guard holds. */
  holds: string | undefined
}

const wanted = values.only.split(',')
const files = (await readdir(folder)).filter((name) => wanted.some((word) => name.includes(word))).toSorted()
const faults = await Promise.all(files.map(readFault))
const copy = await mkdtemp(path.join(tmpdir(), 'quiver-faults-'))
// The user of the test's PostgreSQL has to pass.
await chmod(copy, 0o755)
const tree = path.join(copy, 'quiver')
const results: { fault: Fault; words: string; isRed: boolean }[] = []
try {
  git(root, 'worktree', 'add', '--quiet', '--detach', tree, 'HEAD')
  await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
  if (build() !== 0) throw new Error('The last commit cannot be built.')
  const sound = await runTests({ directory: tree, files: [...new Set(faults.map(({ test }) => test))] })
  for (const fault of faults) {
    const { words, isRed } =
      (sound.get(fault.test)?.failed ?? 1) > 0
        ? { words: 'its test fails without the fault, too: mend that first', isRed: false }
        : await plant(fault)
    results.push({ fault, words, isRed })
    console.log(`\n${isRed ? 'red  ' : 'GREEN'} ${fault.file}: ${words}\n`)
  }
} finally {
  git(root, 'worktree', 'remove', '--force', tree)
  await rm(copy, { recursive: true, force: true })
}

const green = results.filter(({ isRed }) => !isRed)
for (const { fault, words } of green) console.error(`${fault.file}: ${words}`)
console.log(`${results.length - green.length} of ${results.length} faults turned their test red.`)
if (values.only === '') {
  const rows = green.map(({ fault, words }) => `- ${fault.fault} \`${fault.test}\`: ${words}`)
  const summary = `${circumstances()}. ${results.length - green.length} of ${results.length} faults turned their test red. Each is a patch in \`scripts/prove/faults/\`, which begins with what the fault is and which test finds it.`
  await writePart('Planted faults', [summary, '', ...rows].join('\n'))
}
process.exitCode = green.length === 0 ? 0 : 1

/**
 * A patch begins with lines for the reader: what the fault is, which test finds it, and optionally by which name, and
 * which other test of the file holds nevertheless.
 */
async function readFault(file: string): Promise<Fault> {
  const text = await readFile(path.join(folder, file), 'utf8')
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1]
  const [fault, test] = [field('Fault'), field('Test')]
  if (fault === undefined || test === undefined) throw new Error(`${file} must name a Fault and a Test.`)
  return { file, fault, test, name: field('Name'), holds: field('Holds') }
}

async function plant({ file, test, name, holds }: Fault): Promise<{ words: string; isRed: boolean }> {
  const patch = path.join(folder, file)
  if (git(tree, 'apply', patch) !== 0)
    return { words: 'the patch no longer applies: make it anew for the changed source', isRed: false }
  if (build() !== 0) {
    git(tree, 'checkout', '--quiet', '.')
    return { words: 'it cannot be built', isRed: false }
  }
  const found = await runTests({ directory: tree, files: [test], ...(name !== undefined && { name }) })
  const held =
    holds === undefined ? undefined : await runTests({ directory: tree, files: [test], name: holds })
  git(tree, 'checkout', '--quiet', '.')
  if (held !== undefined && !isSound(held.get(test)))
    return { words: `“${holds}” fails with it, too: the second guard is gone`, isRed: false }
  const { failed = 0, passed = 0 } = found.get(test) ?? {}
  if (failed === 0) return { words: `no test noticed it (${passed} passed)`, isRed: false }
  const second = holds === undefined ? '' : `; “${holds}” held`
  return { words: `${failed} of ${failed + passed} tests failed${second}`, isRed: true }
}

function isSound(result: FileResult | undefined): boolean {
  return result !== undefined && result.failed === 0 && result.passed > 0
}

/** Some tests start processes, which run what is built. */
function build(): number {
  return spawnSync('npm', ['run', '--silent', 'build'], { cwd: tree, stdio: 'inherit' }).status ?? 1
}

function git(directory: string, ...args: string[]): number {
  return spawnSync('git', args, { cwd: directory, stdio: 'inherit' }).status ?? 1
}
