import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { aFreePort } from '../core/socket.ts'
import { until } from '../core/until.ts'

/** It is in Debian's package of that name. */
export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0
if (!hasPrometheus) console.warn('There is no prometheus: the dashboard and the alerts are not run.')

const deploy = new URL('../../../deploy/prometheus/', import.meta.url)

export const metricsToken = 'the-token-of-the-metrics'

/**
 * Prometheus with the sample files on this target.
 * @param ofRules what the file of the alerts becomes
 * @returns a question to its API
 */
export async function aPrometheus(target: string, ofRules: (text: string) => string = (text) => text) {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const rules = await readFile(new URL('quiver.rules.yml', deploy), 'utf8')
  await writeFile(path.join(folder, 'quiver.rules.yml'), ofRules(rules))
  await writeFile(path.join(folder, 'token'), metricsToken)
  const sample = parse(await readFile(new URL('prometheus.yml', deploy), 'utf8'))
  sample.global = { scrape_interval: '1s', evaluation_interval: '1s' }
  Object.assign(sample.scrape_configs[0], {
    scrape_timeout: '1s',
    authorization: { credentials_file: 'token' },
    static_configs: [{ targets: [target] }],
  })
  await writeFile(path.join(folder, 'prometheus.yml'), stringify(sample))
  const port = await aFreePort()
  const child = spawn(
    'prometheus',
    [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const base = `http://127.0.0.1:${port}`
  await until(async () =>
    fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return async <Data = unknown>(kind: string, query: Record<string, string> = {}): Promise<Data> => {
    const answer = await fetch(`${base}/api/v1/${kind}?${new URLSearchParams(query)}`)
    const { status, data, error } = (await answer.json()) as { status: string; data: Data; error?: string }
    expect(status, `${JSON.stringify(query)}: ${error}`).toBe('success')
    return data
  }
}
