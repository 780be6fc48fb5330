import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../harness/core/embedded.ts'

const run = promisify(execFile)

test('@quiver/client is packed, and depends on nothing but what its files import', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await run('npx', ['tsx', 'scripts/client.ts', folder], { cwd: root })
  const archive = path.join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '')
  const { stdout } = await run('tar', [
    '--extract',
    '--to-stdout',
    `--file=${archive}`,
    'package/package.json',
  ])
  const { dependencies } = JSON.parse(stdout) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies)).toEqual(['ipaddr.js', 'rails-timezone', 'zod'])
})
