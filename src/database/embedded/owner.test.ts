import { chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canReach, commandAs, ownerOf } from './owner.ts'

const isRoot = process.getuid?.() === 0
const stranger = { uid: 60_998, gid: 60_998 }

async function aDirectory(mode: number): Promise<string> {
  const parent = await realpath(await mkdtemp(path.join(os.tmpdir(), 'quiver-owner-')))
  onTestFinished(() => rm(parent, { recursive: true }))
  const directory = path.join(parent, 'closed')
  await mkdir(directory, { mode })
  return directory
}

test('a place is within reach only if every directory on the way lets its user pass', async () => {
  const directory = await aDirectory(0o711)
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  expect(await canReach(path.join(directory, 'x'), owner)).toBe(true)
  // mkdtemp lets only the owner enter the parent.
  expect(await canReach(path.join(directory, 'x'), stranger)).toBe(false)
  expect(await canReach('/usr/bin/env', stranger)).toBe(true)
})

test('a program within reach is run as its user, with nothing more', async () => {
  expect(await commandAs(stranger, '/bin/sh', ['-c', ':'], ['/usr'])).toEqual({
    file: '/bin/sh',
    args: ['-c', ':'],
    ...stranger,
  })
  expect(await commandAs(undefined, '/bin/sh', ['-c', ':'], ['/usr'])).toEqual({
    file: '/bin/sh',
    args: ['-c', ':'],
  })
})

test.runIf(isRoot)('a program out of reach gets the weakest capability that helps', async () => {
  const directory = await aDirectory(0o700)
  const capabilityFor = async (mode: number) => {
    const file = path.join(directory, `program-${mode}`)
    await writeFile(file, '', { mode })
    return (await commandAs(stranger, file, [], [])).args.find((arg) => arg.startsWith('--ambient-caps'))
  }
  expect(await capabilityFor(0o755)).toBe('--ambient-caps=+dac_read_search')
  expect(await capabilityFor(0o700)).toBe('--ambient-caps=+dac_override')
})

test.runIf(isRoot)('root runs the server as the owner of its files, and never as itself', async () => {
  const directory = await aDirectory(0o700)
  expect(await ownerOf(directory)).toEqual({ uid: 60_999, gid: 60_999 })
  expect(await ownerOf(path.join(directory, 'absent'))).toEqual({ uid: 60_999, gid: 60_999 })
  await chown(directory, stranger.uid, stranger.gid)
  expect(await ownerOf(directory)).toEqual(stranger)
})

test.runIf(!isRoot)('the files of somebody else are refused with what to do', async () => {
  await expect(ownerOf('/etc')).rejects.toThrow(
    /^The database in \/etc belongs to the user 0, and Quiver runs as/,
  )
})
