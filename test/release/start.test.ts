import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { archivedPackage, launcher } from '../../scripts/archived.mjs'
import { root } from '../harness/core/embedded.ts'

const run = promisify(execFile)

/** A checkout with few sources, whose console was built. */
async function aSmallCheckout(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts']
  const sources = ['src/contract/values', 'src/client', 'src/http/pages', 'src/work/log.ts', 'console/words']
  for (const name of [...names, ...sources]) {
    await cp(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  await mkdir(path.join(folder, 'src/http/openapi'), { recursive: true })
  const document = "export const publishedDocument = () => '{}'\n"
  await writeFile(path.join(folder, 'src/http/openapi/published.ts'), document)
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await mkdir(path.join(folder, 'dist/console'), { recursive: true })
  const stamp = path.join(folder, 'dist/console/.built')
  await writeFile(stamp, '')
  // Files that are made within a few milliseconds have the same time.
  const later = new Date(Date.now() + 1000)
  await utimes(stamp, later, later)
  return folder
}

/** Path and time of each file and folder. */
async function timesIn(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true })
  const times = entries.map(async (entry) => [entry, (await stat(path.join(folder, entry))).mtimeMs] as const)
  return new Map(await Promise.all(times))
}

test('npm start leaves what is built untouched, and compiles a source that has changed', async () => {
  const folder = await aSmallCheckout()
  const dist = path.join(folder, 'dist')
  let before = await timesIn(dist)
  /** @returns what it has touched. */
  const prestart = async () => {
    await run('npm', ['run', '--silent', 'prestart'], { cwd: folder })
    const after = await timesIn(dist)
    const touched = [...after].filter(([name, time]) => before.get(name) !== time).map(([name]) => name)
    before = after
    return touched
  }
  expect(await prestart()).toEqual(expect.arrayContaining(['work/log.js', 'http/pages/redoc/LICENSE']))
  expect(await prestart()).toEqual([])

  await writeFile(path.join(folder, 'src/work/log.ts'), 'export const changed = 1\n')
  await writeFile(path.join(folder, 'src/http/pages/start.css'), 'p {}')
  const touched = await prestart()
  expect(touched).toEqual(expect.arrayContaining(['work/log.js', 'http/pages/start.css']))
  expect(touched.filter((name) => name.startsWith('console'))).toEqual([])
  expect(await readFile(path.join(dist, 'work/log.js'), 'utf8')).toContain('changed = 1')
})

/** A checkout or an unpacked release, whose program tells how it was started. */
async function aFolderThatTells(kind: 'checkout' | 'release'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const packageJson = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Parameters<typeof archivedPackage>[0] // oxfmt-ignore
  const written = kind === 'release' ? archivedPackage(packageJson) : packageJson
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(written))
  const [firstLine] = (await readFile(path.join(root, 'src/cli/main.ts'), 'utf8')).split('\n')
  await mkdir(path.join(folder, 'dist/cli'), { recursive: true })
  const tell =
    'console.log(JSON.stringify([process.execArgv, process.env.MALLOC_MMAP_THRESHOLD_, process.argv.slice(2)]))'
  await writeFile(path.join(folder, 'dist/cli/main.js'), `${firstLine}\n${tell}\n`, { mode: 0o755 })
  if (kind === 'release') {
    await mkdir(path.join(folder, 'bin'))
    await writeFile(path.join(folder, 'bin/quiver'), launcher, { mode: 0o755 })
  }
  return folder
}

test.each(['checkout', 'release'] as const)(
  'npm start, npm run quiver and the command of a %s run Node within the same limits of memory',
  async (kind) => {
    const folder = await aFolderThatTells(kind)
    const npm = ['npm', '--silent', '--ignore-scripts', 'run']
    const command = kind === 'release' ? 'bin/quiver' : 'dist/cli/main.js'
    const commands = [
      [[...npm, 'start'], ['serve']],
      [
        [...npm, 'quiver', '--', 'doctor', '--help'],
        ['doctor', '--help'],
      ],
      [[path.join(folder, command), 'doctor'], ['doctor']],
    ] as const
    for (const [[file = '', ...args], words] of commands) {
      const { stdout } = await run(file, args, { cwd: folder })
      expect(JSON.parse(stdout)).toEqual([['--max-semi-space-size=8'], '131072', words])
    }
  },
)
