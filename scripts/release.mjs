import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { archivedPackage, launcher } from './archived.mjs'

/**
 * `npm run release [folder]`: an archive for this platform, built, with its production dependencies; its checksum and its
 * bill of materials (CycloneDX) beside it. It starts without a compiler and without the registry.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const packageJson = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
const name = `quiver-${packageJson.version}-${process.platform}-${process.arch}`
const output = path.resolve(process.argv[2] ?? path.join(root, 'release'))
const parts = [
  'dist',
  'migrations',
  'docs',
  'deploy',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'package-lock.json',
]

const folder = await mkdtemp(path.join(tmpdir(), 'quiver-release-'))
try {
  const stage = path.join(folder, name)
  await mkdir(path.join(stage, 'bin'), { recursive: true })
  // deploy/.env has the passwords of whoever makes the release.
  const filter = (from) => !['.env', '.vitepress'].includes(path.basename(from))
  for (const part of parts)
    await cp(path.join(root, part), path.join(stage, part), { recursive: true, filter })
  await writeFile(
    path.join(stage, 'package.json'),
    `${JSON.stringify(archivedPackage(packageJson), null, 2)}\n`,
  )
  await cp(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  await cp(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'))
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--silent'], folder)
  await cp(path.join(folder, 'node_modules'), path.join(stage, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  // Of the archive. `--omit=dev` in a checkout leaves out what a devDependency depends on, too, such as zod (npm 11.19).
  const materials = run('npm', ['sbom', '--sbom-format=cyclonedx'], stage)
  await writeFile(path.join(stage, 'bin', 'quiver'), launcher, { mode: 0o755 })
  await mkdir(output, { recursive: true })
  const archive = path.join(output, `${name}.tar.gz`)
  run('tar', ['--create', '--gzip', `--file=${archive}`, '--owner=0', '--group=0', name], folder)
  const sum = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
  await writeFile(`${archive}.sha256`, `${sum}  ${path.basename(archive)}\n`)
  await writeFile(path.join(output, `${name}.cdx.json`), materials)
  console.log(`${archive}\n${archive}.sha256\n${path.join(output, `${name}.cdx.json`)}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

function run(command, given, cwd) {
  const { status, stdout } = spawnSync(command, given, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} ended with ${status}`)
  return stdout
}
