import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDirectory } from './lock.ts'
import { startOf } from './processes.ts'

async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-lock-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

async function aDeadLine(): Promise<string> {
  // It lives until its input ends: it must not be gone before its start is read.
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  const line = `${child.pid} ${await startOf(child.pid ?? 0)} 00000000-0000-4000-8000-000000000000\n`
  const exited = once(child, 'exit')
  child.stdin.end()
  await exited
  return line
}

test('a directory that is taken is refused with the number of the process that has it', async () => {
  const directory = await aDirectory()
  await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(
    `Another Quiver (process ${process.pid}) uses the data directory ${directory}. Stop it first, or set DATA_DIR to another directory.`,
  )
})

test('a directory that was given back can be taken again, also after somebody was refused', async () => {
  const directory = await aDirectory()
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow()
  await unlock()
  await (
    await lockDirectory(directory)
  )()
  await lockDirectory(directory)
})

test('a killed process loses its directory, also when its number is somebody else now', async () => {
  const directory = await aDirectory()
  const dead = await aDeadLine()
  // This process is alive, but was not started at that time.
  const reused = dead.replace(/^\d+/, String(process.pid))
  await writeFile(path.join(directory, 'quiver.pid'), dead + reused)
  await lockDirectory(directory)
  expect((await readFile(path.join(directory, 'quiver.pid'), 'utf8')).split('\n')).toHaveLength(2)
})

test('of many that come at once for a dead process, one gets the directory', async () => {
  const dead = await aDeadLine()
  for (let round = 0; round < 20; round += 1) {
    const directory = await aDirectory()
    await writeFile(path.join(directory, 'quiver.pid'), dead)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('two never have a directory at the same time, however they come and go', async () => {
  const directory = await aDirectory()
  let [owners, ownersMax, turns] = [0, 0, 0]
  const comeAndGo = async () => {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const unlock = await lockDirectory(directory).catch(() => undefined)
      if (unlock === undefined) continue
      owners += 1
      turns += 1
      ownersMax = Math.max(ownersMax, owners)
      await new Promise(setImmediate)
      owners -= 1
      await unlock()
    }
  }
  await Promise.all(Array.from({ length: 8 }, comeAndGo))
  expect(ownersMax).toBe(1)
  expect(turns).toBeGreaterThan(1)
})

test('a line that is torn or strange is nobody', async () => {
  const directory = await aDirectory()
  await appendFile(path.join(directory, 'quiver.pid'), `${process.pid}\nwithdrawn\n\u0000\n`)
  await lockDirectory(directory)
})
