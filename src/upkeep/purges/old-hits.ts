import { purgeHits } from '../../store/responses/hits.ts'
import { inBatches, type Duty } from '../duty.ts'

/** What a judge of machines could be wrong about is 90 days old by then. */
export const oldHits: Duty = {
  name: 'old hits',
  everySeconds: 3600,
  whileHeld: true,
  run: ({ database }, stop) =>
    inBatches(5000, stop, (rows) => database.everywhere().begin((sql) => purgeHits(sql, rows))),
}
