import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLogFile } from './log-file.ts'

const large = 'x'.repeat(9 * 2 ** 20)

async function aFile(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-log-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return path.join(directory, 'postgres.log')
}

test('the last lines are those that were written since it was opened', async () => {
  const file = await aFile()
  await writeFile(file, 'an earlier run\n')
  const log = await openLogFile(file)
  onTestFinished(log.stop)
  const output = await log.open()
  expect(await log.tail()).toBe('')
  await output.write(Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join(''))
  await output.close()
  expect((await log.tail()).split('\n')).toEqual(
    Array.from({ length: 12 }, (_, index) => `line ${index + 8}`),
  )
})

test('a large log becomes the earlier one, at the start and while it is being written', async () => {
  const file = await aFile()
  await writeFile(file, large)
  const log = await openLogFile(file)
  onTestFinished(log.stop)
  expect((await stat(`${file}.1`)).size).toBe(large.length)

  const output = await log.open()
  await output.write(large)
  await log.bound()
  await output.write('after\n')
  await output.close()
  expect(await readFile(file, 'utf8')).toBe('after\n')
  expect((await stat(`${file}.1`)).size).toBe(large.length)
})
