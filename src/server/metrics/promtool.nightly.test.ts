import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../../test/harness/core/api.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { startMetrics } from './start.ts'

// promtool is in the Debian package prometheus.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('There is no promtool: what it checks of the metrics is skipped.')

const directory = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url))

test.skipIf(!hasPromtool)('Prometheus reads its configuration, the alerts and what is served', async () => {
  const promtool = (args: string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, {
      cwd: directory,
      input,
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }
  expect(promtool(['check', 'config', '--syntax-only', 'prometheus.yml'])).toMatchObject({ status: 0 })
  expect(promtool(['check', 'rules', '--lint=all', 'quiver.rules.yml'])).toMatchObject({ status: 0 })

  const { url: databaseUrl } = await aDatabase()
  const sources = {
    databaseUrl,
    dataDir: '/',
    threads: [],
    version: '1.2.3',
    warnings: () => [],
    clockOffset: () => 0,
  }
  const metrics = await startMetrics({ host: '127.0.0.1', port: 0, token: undefined }, sources, quietLog)
  onTestFinished(metrics.stop)
  const text = await (await fetch(metrics.url)).text()
  expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' })
  expect(promtool(['check', 'metrics'], text.replace(' gauge', ' gage')).status).not.toBe(0)
})
