import { keepNextCampaignPeople } from '../store/segments/campaign-people.ts'
import { keepNextImportPeople } from '../store/segments/import-people.ts'
import type { Duty } from './duty.ts'

/** Makes it fast to select by imports and by campaigns that have ended, and keeps people of imports after the logs are gone. */
export const keptPeople: Duty = {
  name: 'kept people',
  everySeconds: 30,
  whileHeld: true,
  run: async ({ database }, stop) => {
    const everywhere = database.everywhere()
    while (!stop.aborted && (await everywhere.begin(keepNextImportPeople))) continue
    while (!stop.aborted && (await everywhere.begin(keepNextCampaignPeople))) continue
  },
}
