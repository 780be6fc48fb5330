import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pauseImport, unpauseImport } from '../../src/store/imports/rows.ts'
import { holdRange } from '../harness/core/hold.ts'
import { aMixedCase, wholeNumber } from '../harness/core/files.ts'
import { settingsOf, workUntil } from '../harness/importing/stories.ts'
import { anImporter, type Importer } from '../harness/importing/whole.ts'

const smallRanges = { rangeSize: { rows: 10, bytes: 1_000_000 }, lanes: 1 }
const lines = Array.from({ length: 100 }, (_, index) => `p${index}@example.com\n`)
const file = lines.join('')

function uploaded(name: string) {
  return { attributes: { source_type: 'upload_directory', source_filename: name } } as const
}

async function endOf({ sql }: Importer, importId: number) {
  const [row] = await sql<[{ state: string; error_message: string | null; records_imported: number }]>`
    select state, error_message, records_imported from import_jobs where id = ${importId}`
  return row
}

test('a file in the upload directory is imported in place, and does not change', async () => {
  const importer = await anImporter()
  const { content, mapping, before } = aMixedCase(300)
  const path = await importer.upload('my file.csv', content)
  const order = { file: content, mapping, fields: { Score: wholeNumber } }
  const given = { before, fields: { Score: { field_type: 'number' as const } } }
  const [first] = [await stat(path)]
  await importer.schedule(order, { ...given, ...uploaded('my file.csv') })
  await importer.expectAsOracle(smallRanges)
  expect(await readFile(path, 'utf8')).toBe(content)
  expect((await stat(path)).mtimeMs).toBe(first?.mtimeMs)
})

test('anything but a file in the directory of the organization fails at once, with what to do', async () => {
  const importer = await anImporter()
  const path = await importer.upload('good.csv', file)
  const directory = dirname(path)
  const foreign = join(dirname(directory), '999')
  await mkdir(foreign)
  await writeFile(join(foreign, 'secret.csv'), file)
  await symlink(path, join(directory, 'link.csv'))
  await symlink(foreign, join(directory, 'folder'))
  await mkdir(join(directory, 'directory.csv'))
  execFileSync('mkfifo', [join(directory, 'pipe.csv')])
  const expected = {
    'gone.csv': 'is not in the upload directory; check its name, or upload it first.',
    'link.csv': 'is a symbolic link; upload the file itself.',
    'directory.csv': 'is not a regular file.',
    'pipe.csv': 'is not a regular file.',
    '../999/secret.csv': 'is not a bare file name; give the name alone, without a path.',
    'folder/secret.csv': 'is not a bare file name; give the name alone, without a path.',
    '..': 'is not a bare file name; give the name alone, without a path.',
  }
  const ids: [number, string][] = []
  for (const [name, problem] of Object.entries(expected)) {
    const { importId } = await importer.schedule({ file, mapping: ['email'] }, uploaded(name))
    ids.push([importId, `The file ${JSON.stringify(name)} ${problem}`])
  }
  const good = await importer.schedule({ file, mapping: ['email'], hasHeaders: false }, uploaded('good.csv'))
  const startedMs = performance.now()
  await importer.work({ ...smallRanges, preparers: 4 })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
  for (const [id, error_message] of ids) {
    expect(await endOf(importer, id)).toEqual({ state: 'failed', error_message, records_imported: 0 })
  }
  expect(await endOf(importer, good.importId)).toMatchObject({ state: 'finished', records_imported: 100 })
})

describe('a file that is changed while it is imported', () => {
  const changed =
    'The file data.csv was changed while it was being imported. Rows up to the change were applied; import the new file again.'

  /** Changes the file while a worker waits in the transaction of the third range. */
  async function changedMeanwhile(change: (path: string) => Promise<void>) {
    const importer = await anImporter()
    const path = await importer.upload('data.csv', file)
    // The clock of the file system ticks some hundred times a second.
    await utimes(path, new Date(1_700_000_000_000), new Date(1_700_000_000_000))
    const hold = await holdRange(importer.sql, 2)
    const { importId } = await importer.schedule(
      { file, mapping: ['email'], hasHeaders: false },
      uploaded('data.csv'),
    )
    const working = importer.work(smallRanges)
    await hold.reached()
    await change(path)
    await hold.release()
    await working
    const addresses = await importer.sql<{ key: string }[]>`select key from subscribers order by id`
    return { end: await endOf(importer, importId), keys: addresses.map(({ key }) => key) }
  }
  const upToTheChange = lines.slice(0, 30).map((line) => line.trim())

  test('in place fails at the next range', async () => {
    for (const change of [
      (path: string) => writeFile(path, file.replaceAll('@example', '@another')),
      (path: string) => writeFile(path, file.replaceAll('p', 'q')),
      (path: string) => writeFile(path, file.slice(0, 500)),
      (path: string) => appendFile(path, 'last@example.com\n'),
    ]) {
      const { end, keys } = await changedMeanwhile(change)
      expect(end).toEqual({ state: 'failed', error_message: changed, records_imported: 30 })
      expect(keys).toEqual(upToTheChange)
    }
  })

  test('and replaced by another: the old one is read to its end', async () => {
    const { end, keys } = await changedMeanwhile(async (path) => {
      await writeFile(`${path}.new`, 'other@example.com\n')
      await rename(`${path}.new`, path)
    })
    expect(end).toMatchObject({ state: 'finished', records_imported: 100 })
    expect(keys).toHaveLength(100)
  })

  test.each([
    ['replaced', changed],
    ['touched', changed],
    ['removed', 'The file "data.csv" is not in the upload directory; check its name, or upload it first.'],
  ])('while it is paused: %s', async (how, error_message) => {
    const importer = await anImporter()
    const { sql, organizationId } = importer
    const path = await importer.upload('data.csv', file)
    const hold = await holdRange(sql, 2)
    const { importId } = await importer.schedule(
      { file, mapping: ['email'], hasHeaders: false },
      uploaded('data.csv'),
    )
    const isPaused = async () => (await endOf(importer, importId)).state === 'paused'
    const working = workUntil(settingsOf(importer.url, importer.folder, smallRanges), isPaused)
    await hold.reached()
    await pauseImport(sql, organizationId, importId)
    await hold.release()
    await working
    if (how === 'replaced') await rename(await importer.upload('new', file), path)
    if (how === 'touched') await utimes(path, new Date(0), new Date(0))
    if (how === 'removed') await rm(path)
    await unpauseImport(sql, organizationId, importId)
    await importer.work(smallRanges)
    expect(await endOf(importer, importId)).toEqual({ state: 'failed', error_message, records_imported: 20 })
  })
})
