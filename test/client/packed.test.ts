import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { anArchive } from './archive.ts'

test('@quiver/client is packed, and depends on nothing but what its files import', async () => {
  const { archive } = await anArchive()
  const options = ['--extract', '--to-stdout', `--file=${archive}`, 'package/package.json']
  const { stdout } = await promisify(execFile)('tar', options)
  const { dependencies } = JSON.parse(stdout) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies)).toEqual(['ipaddr.js', 'rails-timezone', 'zod'])
})
