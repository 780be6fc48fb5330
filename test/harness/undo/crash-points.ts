import { aWire, type CutAt } from '../core/wire.ts'
import { settingsOf, subscribersOf, workUntil } from '../importing/stories.ts'
import { anImporter } from '../importing/whole.ts'
import { expectUndo } from '../oracle/undo.ts'
import {
  anUndoStory,
  areAllUndone,
  changeSome,
  expectUndone,
  requestUndo,
  workUntilUndone,
} from './stories.ts'

/** An import in several ranges with changes since, whose undo is due. */
export async function aDueUndo(rows: number, rangeRows: number, seed = 1) {
  const importer = await anImporter()
  const { sql, url, folder, organizationId } = importer
  const { order, before } = anUndoStory(rows, seed)
  const { importId, listId, oracle } = await importer.schedule(order, { before, fields: { Note: {} } })
  await importer.work({ rangeSize: { rows: rangeRows, bytes: 1_000_000 } })
  const place = { organizationId, listId, importId }
  const deleted = await changeSome(sql, place, seed)
  const now = await subscribersOf(sql, organizationId, listId)
  const expected = expectUndo({ before, imported: oracle.subscribers, now, deleted })
  await requestUndo(sql, organizationId, importId)
  return { sql, url, folder, place, expected, settings: settingsOf(url, folder) }
}

/** @returns whether the wire was cut before the undo had ended. */
async function dieAt(cutAt: CutAt): Promise<boolean> {
  const { sql, url, folder, place, expected, settings } = await aDueUndo(60, 30)
  const wire = await aWire(url, cutAt)
  let isCut = false
  void wire.cut.then(() => (isCut = true))
  await workUntil(settingsOf(wire.url, folder), async () => isCut || (await areAllUndone(sql)))
  const wasCut = isCut
  await workUntilUndone(settings, sql)
  await expectUndone(sql, place, expected)
  return wasCut
}

/** Kills workers at their messages to the database, as `dieAtMessages` of imports. @returns the number of deaths. */
export async function dieWhileUndoing(moment: CutAt['moment'], first: number, step: number): Promise<number> {
  let points = 0
  for (let message = first; await dieAt({ message, moment }); message += step) points += 1
  return points
}
