import { expect, test } from 'vitest'
import {
  anUndoStory,
  changeSome,
  contentsOf,
  expectUndone,
  requestUndo,
  workUntilUndone,
} from '../../harness/undo/stories.ts'
import { anImporter } from '../../harness/importing/whole.ts'
import { settingsOf, subscribersOf } from '../../harness/importing/stories.ts'
import { expectUndo } from '../../harness/oracle/undo.ts'

/** Small ranges, so that an undo has many pieces. */
const rangeSize = { rows: 60, bytes: 1_000_000 }

async function anImported(rows: number, seed: number) {
  const importer = await anImporter()
  const { order, before } = anUndoStory(rows, seed)
  // The list exists before, so that its content can be compared.
  const first = await importer.schedule(
    { ...order, file: 'email\n', mapping: ['email', 'Name', 'City'] },
    {
      before,
      fields: { Name: {}, City: {}, Note: {} },
    },
  )
  await importer.work()
  const start = await contentsOf(importer.sql)
  const { importId, oracle } = await importer.schedule(order, { before, listId: first.listId })
  await importer.work({ rangeSize })
  const { sql, organizationId, url, folder } = importer
  const place = { organizationId, listId: first.listId, importId }
  const undo = async () => {
    await requestUndo(sql, organizationId, importId)
    await workUntilUndone(settingsOf(url, folder), sql)
  }
  const now = () => subscribersOf(sql, organizationId, first.listId)
  return { importer, sql, place, before, imported: oracle.subscribers, start, undo, now }
}

test('an undo with nothing changed in between leaves every table as it was before the import', async () => {
  const { sql, place, before, imported, start, undo } = await anImported(400, 1)
  await undo()
  await expectUndone(sql, place, expectUndo({ before, imported, now: imported, deleted: new Set() }))
  expect(await contentsOf(sql)).toEqual(start)
})

test('after changes of all kinds an undo takes back exactly what nothing changed since', async () => {
  const met = new Set<string>()
  for (const seed of [1, 2, 3]) {
    const { sql, place, before, imported, undo, now } = await anImported(300, seed)
    const deleted = await changeSome(sql, place, seed)
    const oracle = expectUndo({ before, imported, now: await now(), deleted })
    await undo()
    await expectUndone(sql, place, oracle)
    for (const [name, people] of Object.entries(oracle.classes)) if (people.length > 0) met.add(name)
  }
  expect([...met].toSorted()).toEqual(['left_changed', 'left_gone', 'removed', 'restored', 'restored_partly'])
})
