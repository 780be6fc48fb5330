import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../harness/core/embedded.ts'

const run = promisify(execFile)

/** As users do after they have downloaded the files. */
async function anUnpackedRelease(): Promise<{ folder: string; downloads: string }> {
  const downloads = await mkdtemp(path.join(tmpdir(), 'quiver-release-'))
  onTestFinished(() => rm(downloads, { recursive: true, force: true }))
  await run('npm', ['run', '--silent', 'release', '--', downloads], { cwd: root })
  const archive = (await readdir(downloads)).find((name) => name.endsWith('.tar.gz')) ?? ''
  await run('sha256sum', ['--check', `${archive}.sha256`], { cwd: downloads })
  await run('tar', ['--extract', `--file=${archive}`], { cwd: downloads })
  return { downloads, folder: path.join(downloads, archive.replace('.tar.gz', '')) }
}

/** For the compose file, unless there is one. */
async function aFileOfPasswords(): Promise<void> {
  const file = path.join(root, 'deploy/.env')
  const isMade = await writeFile(file, 'QUIVER_PASSWORD=secret\n', { flag: 'wx' }).then(
    () => true,
    () => false,
  )
  if (isMade) onTestFinished(() => rm(file))
}

test('a release starts from its archive alone, without compiler and registry, and serves the console', async () => {
  await aFileOfPasswords()
  const { folder, downloads } = await anUnpackedRelease()
  expect(await readdir(path.join(folder, 'deploy'))).toContain('compose.yaml')
  expect(await readdir(path.join(folder, 'deploy'))).not.toContain('.env')
  const modules = await readdir(path.join(folder, 'node_modules'))
  expect(modules).not.toContain('typescript')
  expect(modules).not.toContain('vite')
  const materials = JSON.parse(
    await readFile(path.join(downloads, `${path.basename(folder)}.cdx.json`), 'utf8'),
  ) as { components: { name: string }[] }
  expect(materials.components.map(({ name }) => name)).toContain('fastify')

  const dataDir = path.join(downloads, 'data')
  const env = { PATH: process.env['PATH'] ?? '', HOME: downloads, DATA_DIR: dataDir, PORT: '0' }
  const server = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  })
  let output = ''
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    output += chunk
    if (/ready: http/.test(output)) break
  }
  const url = /ready: (http:\/\/[^/]+)/.exec(output)?.[1] ?? ''
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const page = await (await fetch(`${url}/console/`)).text()
  const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? ''
  expect((await fetch(new URL(script, `${url}/console/`))).status).toBe(200)
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  const command = path.join(folder, 'bin/quiver')
  expect(await readFile(command, 'utf8')).toContain(
    'MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=8',
  )
  for (const { stdout } of [
    await run(command, ['--help'], { env, cwd: '/' }),
    await run('npm', ['run', 'quiver', '--', '--help'], { env, cwd: folder }),
  ]) {
    expect(stdout).toContain('backup')
  }
  await access(path.join(folder, 'deploy/quiver-command'), constants.X_OK)
  await access(dataDir)
}, 300_000)
