import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { anArchive } from './archive.ts'

const run = promisify(execFile)

test('@quiver/client depends on nothing but what its files import, and a page that makes calls loads a few kB of it', async () => {
  const { folder, archive } = await anArchive()
  // Without the dependencies of the package: nothing that the pages use imports them.
  const installed = path.join(folder, 'node_modules', '@quiver', 'client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['--extract', `--file=${archive}`, '--strip-components=1', '-C', installed])
  const packed = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(Object.keys(packed.dependencies)).toEqual(['ipaddr.js', 'rails-timezone', 'zod'])

  const oneCall = await bundle(
    folder,
    `import { createClient, createSubscriber } from '@quiver/client'
globalThis.add = (email) => createClient({ url: location.origin, credential: null }).call(createSubscriber, { params: { mailing_list_id: 1 }, body: { email } })`,
  )
  expect(oneCall).toContain('mailing_lists/:mailing_list_id/subscribers')
  expect(oneCall).not.toContain('tus-resumable')
  expect(gzipSync(oneCall).byteLength).toBeLessThan(2_000)
  const everyPart = await bundle(
    folder,
    `import * as client from '@quiver/client'
globalThis.parts = [client.createClient, client.records, client.retrying, client.uploadFile, client.uploadOf, client.createSubscriber]`,
  )
  expect(everyPart).toContain('tus-resumable')
  expect(gzipSync(everyPart).byteLength).toBeLessThan(4_000)
})

/** As a browser gets it, in one file. */
async function bundle(folder: string, code: string): Promise<string> {
  await writeFile(path.join(folder, 'page.js'), code)
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, modulePreload: false, rolldownOptions: { input: path.join(folder, 'page.js') } },
  })
  const outputs = (Array.isArray(result) ? result : [result]) as { output: { code: string }[] }[]
  return outputs.flatMap(({ output }) => output.map((chunk) => chunk.code)).join('')
}
