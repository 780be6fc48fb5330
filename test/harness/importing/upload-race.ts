import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { openUpload } from '../../../src/files/upload-directory.ts'

export type RaceReport = { own: number; refused: number; outside: number }

// Plain JavaScript, because a worker thread starts with the loaders of Node, not of the test runner.
const swapper = `
  const { renameSync } = require('node:fs')
  const { workerData: { a, b, shown } } = require('node:worker_threads')
  const swap = () => {
    renameSync(a, shown); renameSync(shown, a)
    renameSync(b, shown); renameSync(shown, b)
  }
  for (;;) swap()
`

/** A file of the organization and a link to a secret one, in turns under one name. */
export async function raceFileWithLink(parent: string, times: number): Promise<RaceReport> {
  const { uploadDir, own, secretDir } = makeTrack(parent)
  const places = { a: join(own, 'a'), b: join(own, 'b'), shown: join(own, 'members.csv') }
  renameSync(places.shown, places.a)
  symlinkSync(join(secretDir, 'members.csv'), places.b)
  return race(uploadDir, places, times)
}

/** The directory of the organization and a link to a secret one, in turns under one name. */
export async function raceDirectoryWithLink(parent: string, times: number): Promise<RaceReport> {
  const { uploadDir, own, secretDir } = makeTrack(parent)
  const places = { a: join(uploadDir, 'a'), b: join(uploadDir, 'b'), shown: own }
  renameSync(own, places.a)
  symlinkSync(secretDir, places.b)
  return race(uploadDir, places, times)
}

/**
 * Opens `<uploadDir>/7/members.csv` until `times` openings have met a file of some kind, while a thread puts `a` and
 * `b` in turns in the place `shown`. Counts what was read: the own bytes of the organization, or anything else.
 */
async function race(
  uploadDir: string,
  { a, b, shown }: { a: string; b: string; shown: string },
  times: number,
): Promise<RaceReport> {
  const worker = new Worker(swapper, { eval: true, workerData: { a, b, shown } })
  const report: RaceReport = { own: 0, refused: 0, outside: 0 }
  try {
    while (report.own + report.refused + report.outside < times) {
      const opened = await openUpload(uploadDir, 7, 'members.csv')
      if (!opened.ok) {
        if (!opened.message.includes('is not in the upload directory')) report.refused += 1
        continue
      }
      const text = await opened.handle.readFile('utf8')
      await opened.handle.close()
      report[text === 'own' ? 'own' : 'outside'] += 1
    }
  } finally {
    await worker.terminate()
  }
  return report
}

function makeTrack(parent: string) {
  const uploadDir = join(parent, 'uploads')
  const own = join(uploadDir, '7')
  const secretDir = join(parent, 'secret')
  mkdirSync(own, { recursive: true })
  mkdirSync(secretDir)
  writeFileSync(join(own, 'members.csv'), 'own')
  writeFileSync(join(secretDir, 'members.csv'), 'secret')
  return { uploadDir, own, secretDir }
}
