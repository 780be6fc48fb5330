import { spawnSync } from 'node:child_process'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// Builds the console, unless nothing that it is made of has changed since the last time: that saves 12 s of each start.
const root = new URL('../', import.meta.url)
const sources = ['console', 'src/contract', 'src/client', 'package-lock.json', 'scripts/build-console.mjs']
const stamp = new URL('dist/console/.built', root)

const began = new Date()
const builtMs = await stat(stamp).then(
  ({ mtimeMs }) => mtimeMs,
  () => 0,
)
if ((await newestMs()) < builtMs) process.exit(0)

const { status } = spawnSync('npx', ['vite', 'build', 'console', '--logLevel', 'warn'], {
  stdio: 'inherit',
  cwd: fileURLToPath(root),
})
if (status !== 0) process.exit(status ?? 1)
await writeFile(stamp, '')
// What changed during the build may be missing in it.
await utimes(stamp, began, began)

/** The time of the newest file or folder; a folder has that of its last new or removed entry. */
async function newestMs() {
  const times = await Promise.all(sources.map(async (path) => newestBelow(new URL(path, root))))
  return Math.max(...times)
}

async function newestBelow(path) {
  const found = await stat(path)
  const entries = found.isDirectory() ? await readdir(path, { recursive: true }) : []
  const folder = new URL(`${path.href}/`)
  const times = await Promise.all(entries.map(async (entry) => (await stat(new URL(entry, folder))).mtimeMs))
  return Math.max(found.mtimeMs, ...times)
}
