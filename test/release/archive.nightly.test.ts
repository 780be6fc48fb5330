import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  access, chmod, constants, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile,
} from 'node:fs/promises' // oxfmt-ignore
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../harness/core/embedded.ts'
import { namespaceObstacle } from '../harness/ssrf/launch.ts'

const run = promisify(execFile)

/** As users do after they have downloaded the files. */
async function anUnpackedRelease(): Promise<{ folder: string; downloads: string }> {
  const downloads = await mkdtemp(path.join(tmpdir(), 'quiver-release-'))
  onTestFinished(() => rm(downloads, { recursive: true, force: true }))
  // As /opt: root needs setpriv if the user of the embedded database cannot reach the folder.
  await chmod(downloads, 0o755)
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

/** As npm installed them, `name@version`. */
async function packagesIn(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, { version: string }> }
  const names = Object.entries(packages).map(
    ([place, { version }]) => `${place.replace(/.*node_modules\//, '')}@${version}`,
  )
  return [...new Set(names)]
}

async function materialsOf(file: string): Promise<string[]> {
  const { components } = JSON.parse(await readFile(file, 'utf8')) as {
    components: { name: string; version: string }[]
  }
  return components.map(({ name, version }) => `${name}@${version}`)
}

/** Node.js, which brings npm, and the shell with what `bin/quiver` calls. @returns a folder for PATH, with nothing else in it. */
async function aPathWithNode(folder: string): Promise<string> {
  const programs = path.join(folder, 'programs')
  await mkdir(programs)
  for (const name of ['node', 'npm', 'sh', 'env', 'dirname', 'readlink']) {
    const { stdout } = await run('sh', ['-c', `command -v ${name}`])
    await symlink(await realpath(stdout.trim()), path.join(programs, name))
  }
  return programs
}

/** Only root can enter the network of another process. */
const isCutOff = process.getuid?.() === 0 && namespaceObstacle() === undefined

/** Only loopback: neither a registry nor anything else can be reached. Without root it is the network of the test. */
const cutOff = (command: string[]) =>
  isCutOff ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command] : command

/** @returns status and text of each address, asked within the network of the process. */
async function ask(pid: number | undefined, urls: string[]): Promise<{ status: number; text: string }[]> {
  const script = `
    const answers = process.argv.slice(1).map(async (url) => {
      const answer = await fetch(url)
      return { status: answer.status, text: await answer.text() }
    })
    console.log(JSON.stringify(await Promise.all(answers)))`
  const node = [process.execPath, '--input-type=module', '--eval', script, ...urls]
  const [command = '', ...args] = isCutOff ? ['nsenter', `--target=${pid}`, '--net', ...node] : node
  const { stdout } = await run(command, args, { maxBuffer: 64_000_000 })
  return JSON.parse(stdout) as { status: number; text: string }[]
}

test('a release starts from its archive alone, without compiler and registry, and serves the console', async () => {
  await aFileOfPasswords()
  const { folder, downloads } = await anUnpackedRelease()
  expect(await readdir(path.join(folder, 'deploy'))).toContain('compose.yaml')
  expect(await readdir(path.join(folder, 'deploy'))).not.toContain('.env')
  const modules = await readdir(path.join(folder, 'node_modules'))
  expect(modules).not.toContain('typescript')
  expect(modules).not.toContain('vite')
  const materials = await materialsOf(path.join(downloads, `${path.basename(folder)}.cdx.json`))
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const named = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((one) => !materials.includes(one))).toEqual([])
  expect(materials.toSorted()).toEqual((await packagesIn(folder)).toSorted())

  const dataDir = path.join(downloads, 'data')
  const programs = await aPathWithNode(downloads)
  const env = { PATH: programs, HOME: downloads, DATA_DIR: dataDir, PORT: '0' }
  // The PATH is set after unshare and ip were found.
  const start = ['env', `PATH=${programs}`, 'npm', 'start', '--silent']
  const [command = '', ...args] = cutOff(start)
  const server = spawn(command, args, {
    cwd: folder,
    env: { ...env, PATH: process.env['PATH'] ?? '' },
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
  expect(output).toMatch(/ready: http/)
  const url = /ready: (http:\/\/[^/]+)/.exec(output)?.[1] ?? ''
  const [ready, page, reference] = await ask(server.pid, [`${url}/readyz`, `${url}/console/`, `${url}/docs`])
  expect([ready?.status, page?.status, reference?.status]).toEqual([200, 200, 200])
  const script = /src="([^"]+\.js)"/.exec(page?.text ?? '')?.[1] ?? ''
  const [loaded] = await ask(server.pid, [new URL(script, `${url}/console/`).href])
  expect(loaded?.status).toBe(200)
  const launcher = path.join(folder, 'bin/quiver')
  expect(await readFile(launcher, 'utf8')).toContain(
    'MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=8',
  )
  for (const { stdout } of [
    await run(launcher, ['--help'], { env, cwd: '/' }),
    await run('npm', ['run', 'quiver', '--', '--help'], { env, cwd: folder }),
  ]) {
    expect(stdout).toContain('backup')
  }
  await access(path.join(folder, 'deploy/quiver-command'), constants.X_OK)
  await access(dataDir)
}, 300_000)
