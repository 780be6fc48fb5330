import { keepNextImportPeople } from '../store/segments/import-people.ts'
import type { Duty } from './duty.ts'

/** Makes it fast to select the people of an import, and keeps them after its logs are gone. */
export const importPeople: Duty = {
  name: 'import people',
  everySeconds: 30,
  whileHeld: true,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await database.everywhere().begin(keepNextImportPeople))) continue
  },
}
