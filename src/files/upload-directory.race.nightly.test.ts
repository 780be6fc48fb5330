import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { raceDirectoryWithLink, raceFileWithLink } from '../../test/harness/importing/upload-race.ts'

const openings = 10_000

let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'quiver-race-'))
})

afterEach(() => rmSync(parent, { recursive: true }))

test.each([
  ['a file and a link to a secret one', raceFileWithLink],
  ['the directory and a link to a secret one', raceDirectoryWithLink],
])('no byte from outside is read while %s take each other’s place', async (_what, race) => {
  const report = await race(parent, openings)
  expect(report.outside).toBe(0)
  // Else there was no race.
  expect(report.own).toBeGreaterThan(0)
  expect(report.refused).toBeGreaterThan(0)
})
