import { execFile } from 'node:child_process'
import { cp, lstat, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/api.ts'
import { listMailingLists } from '../../src/contract/lists/endpoints.ts'
import { listSubscribers } from '../../src/contract/subscribers/endpoints.ts'
import { aFile, aList, members, quiver, startQuiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory, root } from '../harness/core/embedded.ts'
import { figure } from '../harness/watching/figure.ts'
import { aFolder, anInstallation, copyOfSources, engine } from './compose.ts'
import { copiesOf, stagesOfDockerfile, wordsOf } from './dockerfile.ts'
import { aFreePort } from '../harness/core/socket.ts'

const run = promisify(execFile)

const megabyte = 1_000_000
const limit = 250 * megabyte
/** Node 24 with Alpine and npm, which cannot be left out of it, by the sizes of their packages. */
const base = 165 * megabyte

/** What the Dockerfile copies into the image, made by its own commands in a copy of the sources. */
async function whatTheImageRuns(): Promise<string> {
  const [build, runs] = await stagesOfDockerfile()
  if (build === undefined || runs === undefined) throw new Error('There are not two stages.')
  const sources = await copyOfSources()
  // As after a checkout with a umask of 077.
  await run('chmod', ['-R', 'go-rwx', sources])
  const { PATH = '', HOME = '' } = process.env
  for (const command of wordsOf(build, 'RUN')) {
    await run('sh', ['-c', command], { cwd: sources, env: { PATH, HOME }, maxBuffer: 64 * megabyte })
  }
  const image = await aFolder('image')
  for (const { sources: copied } of copiesOf(runs)) {
    for (const name of copied.map((source) => path.relative('/build', source))) {
      await cp(path.join(sources, name), path.join(image, name), { recursive: true, verbatimSymlinks: true })
    }
  }
  return image
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(entries.map(async (entry) => (await lstat(path.join(folder, entry))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** What the user of the container could not read. npm makes node_modules, there with a umask of 022. */
async function hiddenIn(folder: string): Promise<string[]> {
  const made = ['package.json', 'LICENSE', 'migrations', 'dist'].map((name) => path.join(folder, name))
  const { stdout } = await run('find', [
    ...made,
    '!',
    '-perm',
    '-o=r',
    '-o',
    '-type',
    'd',
    '!',
    '-perm',
    '-o=x',
  ])
  return stdout.split('\n').filter((line) => line !== '')
}

async function importsASmallList(server: { url: string; credential: string }) {
  const { list } = await aList(server)
  const directory = await aFolder('members')
  const environment = { QUIVER_URL: server.url, QUIVER_API_KEY: server.credential, DATA_DIR: directory }
  const file = await aFile(directory, members)
  const { stdout } = await quiver(['import', file, '--list', list, '--yes'], environment)
  expect(stdout).toMatch(/ 2 {2}added\n/)
}

test('what the Dockerfile makes fits into 250 MB with its base, can be read by any user, starts, and imports a list', async () => {
  const image = await whatTheImageRuns()
  expect(await hiddenIn(image)).toEqual([])
  const bytes = await bytesIn(image)
  figure(`${Math.round(bytes / megabyte)} MB of Quiver in the image`)
  expect(bytes).toBeLessThan(limit - base)
  const { url: databaseUrl } = await aDatabase()
  const dataDir = await aDataDirectory()
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production' }
  const server = await startQuiver(['serve'], environment, onTestFinished, { from: image })
  const [, url = ''] = await server.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const [, credential = ''] = await server.seen(/\n {2}(MT\S+)\n/)
  expect((await fetch(`${url}/console/`)).status).toBe(200)
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  await importsASmallList({ url, credential })
})

async function peopleOf({ url, credential }: { url: string; credential: string }): Promise<string[]> {
  const client = createClient({ url, credential })
  const { data: lists } = await client.call(listMailingLists, {})
  const { data } = await client.call(listSubscribers, { params: { mailing_list_id: lists[0]?.id ?? 0 } })
  return data.map(({ email, status }) => `${email} ${status}`)
}

/** Of docs/operating.md. */
async function blocksBelow(heading: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  const section = text.split(`\n#### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ''
  return [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
}

if (engine === undefined) console.warn('No container engine with compose answers: the image is not built.')

test.skipIf(engine === undefined)(
  'compose builds an image under 250 MB that runs healthy, not as root, on a read-only root, imports a list, and is backed up and restored as documented',
  async () => {
    const port = await aFreePort()
    const project = `quiver-test-${port}`
    const settings = {
      QUIVER_PORT: String(port),
      POSTGRES_PASSWORD: 'one',
      QUIVER_PASSWORD: 'two',
      QUIVER_OWNER_PASSWORD: 'three',
    }
    const installation = anInstallation({ sources: root, project, settings })
    const { compose, inspect, env } = installation
    onTestFinished(installation.remove)
    await compose('up', '--build', '--detach')
    const container = await installation.healthy()
    expect(await inspect('{{.Config.User}} {{.HostConfig.ReadonlyRootfs}}', container)).toBe('1000:1000 true')
    const bytes = Number(await inspect('{{.Size}}', await inspect('{{.Image}}', container)))
    figure(`an image of ${Math.round(bytes / megabyte)} MB`)
    expect(bytes).toBeLessThan(limit)
    const credential = await installation.credential(container)
    const url = `http://127.0.0.1:${port}`
    await importsASmallList({ url, credential })
    const people = () => peopleOf({ url, credential })
    const before = await people()
    expect(before).toHaveLength(2)

    const [backUp = '', restore = ''] = await blocksBelow('Back up and restore containers')
    const kept = await aFolder('kept')
    const paste = (block: string) => {
      const elsewhere = block
        .replaceAll(/[\w]+\.(?:dump|tar)/g, `${kept}/$&`)
        .replaceAll('docker', engine ?? '')
      return run('sh', ['-c', elsewhere], { cwd: root, env: { ...env, COMPOSE_PROJECT_NAME: project } })
    }
    expect((await paste(backUp)).stdout).toContain('The backup is recorded.')
    await compose('down', '--volumes')
    expect((await paste(restore)).stdout).toContain('This server sends from now on.')
    expect(await people()).toEqual(before)
  },
)
