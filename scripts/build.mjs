import { spawnSync } from 'node:child_process'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * `npm run build` and the beginning of `npm start`: makes `dist/` out of the sources. A part whose sources have not changed
 * since it was made stays as it is, also for a server that runs from it.
 */
const root = new URL('../', import.meta.url)
const always = ['package-lock.json', 'scripts/build.mjs']
const parts = [
  {
    stamp: 'dist/.built',
    sources: ['src', 'tsconfig.json', 'tsconfig.build.json', 'scripts/copy-assets.mjs', ...always],
    commands: ['npx tsc -p tsconfig.build.json', 'node scripts/copy-assets.mjs'],
  },
  {
    stamp: 'dist/console/.built',
    sources: ['console', 'src/contract', 'src/client', ...always],
    commands: ['npx vite build console --logLevel warn'],
  },
]

for (const { stamp, sources, commands } of parts) {
  const began = new Date()
  if ((await newestMs(sources)) < (await changedMs(stamp))) continue
  for (const command of commands) {
    const { status } = spawnSync(command, { stdio: 'inherit', cwd: fileURLToPath(root), shell: true })
    if (status !== 0) process.exit(status ?? 1)
  }
  await writeFile(new URL(stamp, root), '')
  // What changed during the build may be missing in it.
  await utimes(new URL(stamp, root), began, began)
}

/** The time of the newest file or folder; a folder has that of its last new or removed entry. */
async function newestMs(sources) {
  const below = await Promise.all(
    sources.map(async (source) => {
      const isFolder = (await stat(new URL(source, root))).isDirectory()
      const entries = isFolder ? await readdir(new URL(source, root), { recursive: true }) : []
      return [source, ...entries.map((entry) => `${source}/${entry}`)]
    }),
  )
  return Math.max(...(await Promise.all(below.flat().map(changedMs))))
}

/** 0 for what is not there. */
async function changedMs(path) {
  return stat(new URL(path, root)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
