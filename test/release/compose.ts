import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { root } from '../harness/core/embedded.ts'
import { until } from '../harness/core/until.ts'

const run = promisify(execFile)
const maxBuffer = 64_000_000

/** Docker or Podman, if it answers and has Docker Compose: podman-compose, which Podman can have in its place, cannot read the file. */
export const engine = ['docker', 'podman'].find(
  (name) =>
    spawnSync(name, ['info']).status === 0 &&
    /^docker compose version/im.test(String(spawnSync(name, ['compose', 'version']).stdout)),
)

/** Registers what has to be removed: by default with the test. */
type Ends = (end: () => Promise<void>) => void

export async function aFolder(name: string, ends: Ends = onTestFinished): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `quiver-${name}-`))
  ends(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return folder
}

/** As a checkout is: without what git does not know. */
export async function copyOfSources(ends: Ends = onTestFinished): Promise<string> {
  const sources = await aFolder('sources', ends)
  const copy = `git ls-files -z | xargs --null cp --parents --target-directory="${sources}"`
  await run('sh', ['-c', copy], { cwd: root })
  return sources
}

/** `[service, image]` of those that are not built. */
export async function imagesOfCompose(): Promise<[service: string, image: string][]> {
  const text = await readFile(path.join(root, 'deploy/compose.yaml'), 'utf8')
  const { services } = parse(text) as { services: Record<string, { image?: string }> }
  return Object.entries(services).flatMap(([name, { image }]) =>
    image === undefined ? [] : [[name, image] as [string, string]],
  )
}

/** Whether the engine has the image, or gets it from its registry. */
export async function canBeHad(image: string): Promise<boolean> {
  for (const words of [
    ['image', 'inspect', image],
    ['pull', '--quiet', image],
  ]) {
    const isThere = await run(engine ?? '', words, { timeout: 900_000 }).then(
      () => true,
      () => false,
    )
    if (isThere) return true
  }
  return false
}

type Given = {
  /** A checkout. */
  sources: string
  project: string
  /** What the shell has set, which has precedence over deploy/.env. */
  settings?: Record<string, string>
  profiles?: string[]
}

/** What a user types in a checkout. */
export function anInstallation({ sources, project, settings = {}, profiles = [] }: Given) {
  const { PATH = '', HOME = '' } = process.env
  // Where the engine listens.
  const engineNames = Object.entries(process.env).filter(([name]) => /^(?:DOCKER|XDG)_/.test(name))
  const env = { ...Object.fromEntries(engineNames), PATH, HOME, ...settings }
  const call = async (...words: string[]) =>
    (await run(engine ?? '', words, { cwd: sources, env, maxBuffer })).stdout
  const files = ['--project-name', project, '--file', 'deploy/compose.yaml']
  const compose = (...words: string[]) =>
    call('compose', ...files, ...profiles.flatMap((profile) => ['--profile', profile]), ...words)
  const inspect = async (format: string, id: string) => (await call('inspect', '--format', format, id)).trim()
  return {
    env,
    call,
    compose,
    inspect,
    /** @returns the container of Quiver, which can be another one after each `up`. */
    healthy: async () => {
      const container = (await compose('ps', '--quiet', 'quiver')).trim()
      await until(async () => (await inspect('{{.State.Health.Status}}', container)) === 'healthy')
      return container
    },
    /** That of the first start. */
    credential: async (container: string) => {
      // Not by compose, which may clear each line of a terminal first.
      const [, credential = ''] = /\n {2}(MT\S+)\n/.exec(await call('logs', container)) ?? []
      return credential
    },
    remove: async () => {
      await compose('down', '--volumes', '--rmi', 'local')
    },
  }
}
