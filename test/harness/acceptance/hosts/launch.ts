import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../core/embedded.ts'

/** Processes, mounts and networks that are made inside vanish with the first process, however it ends. */
const flags = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']

/** Why no hosts can be made here, or undefined if they can. */
export function hostsObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are a thing of Linux'
  const script = 'mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && ip link add hub type bridge'
  const { error, status, stderr } = spawnSync('unshare', [...flags, 'sh', '-c', script], { encoding: 'utf8' })
  if (error) return 'unshare (util-linux) is not installed'
  return status === 0 ? undefined : `hosts need root and iproute2: ${stderr.trim()}`
}

type Report = {
  testResults: { assertionResults: { status: string; meta?: { figure?: string } }[] }[]
}

/** Runs the tests of vitest.hosts.config.ts. @returns their figures, and what they print if they fail. */
export async function runInside(): Promise<{ code: number | null; output: string; figures: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-hosts-'))
  const report = path.join(folder, 'report.json')
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--config', 'vitest.hosts.config.ts', '--reporter=default', '--reporter=json']
  const { VITEST: _, VITEST_MODE: _mode, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _id, ...env } = process.env
  const child = spawn(
    'unshare',
    [...flags, process.execPath, vitest, ...args, `--outputFile.json=${report}`],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
  await rm(folder, { recursive: true })
  const results = (JSON.parse(text) as Report).testResults.flatMap((one) => one.assertionResults)
  const figures = results.flatMap(({ meta }) => (meta?.figure === undefined ? [] : [meta.figure]))
  return { code: child.exitCode, output, figures }
}
