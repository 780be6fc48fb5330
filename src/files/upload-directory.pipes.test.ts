import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openUpload } from './upload-directory.ts'

// All by synchronous calls around the test: when it fails, the threads for files are stuck in the pipes.
const pipes = Array.from({ length: 16 }, (_, index) => `pipe-${index}`)

let parent: string
let own: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'quiver-pipes-'))
  own = join(parent, '7')
  mkdirSync(own)
  writeFileSync(join(own, 'members.csv'), 'email')
  execFileSync(
    'mkfifo',
    pipes.map((name) => join(own, name)),
  )
})

afterEach(() => {
  // Lets go of whoever waits for a writer.
  for (const name of pipes) closeSync(openSync(join(own, name), constants.O_RDWR | constants.O_NONBLOCK))
  rmSync(parent, { recursive: true })
})

test(
  'sixteen named pipes are refused at once, and the reading of files goes on meanwhile',
  { timeout: 60_000 },
  async () => {
    const began = performance.now()
    const refusals = pipes.map((name) => openUpload(parent, 7, name))
    const reads = Array.from({ length: 16 }, () => readFile(join(own, 'members.csv'), 'utf8'))
    expect(await Promise.all(reads)).toEqual(Array(16).fill('email'))
    expect(await Promise.all(refusals)).toEqual(
      pipes.map((name) => ({ ok: false, message: `The file "${name}" is not a regular file.` })),
    )
    expect(performance.now() - began).toBeLessThan(20_000)
  },
)
