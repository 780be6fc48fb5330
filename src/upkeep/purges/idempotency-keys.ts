import { purgeIdempotencyKeys } from '../../store/idempotency.ts'
import { inBatches, type Duty } from '../duty.ts'

export const idempotencyKeys: Duty = {
  name: 'idempotency keys',
  everySeconds: 60,
  whileHeld: true,
  run: ({ database }, stop) =>
    inBatches(5_000, stop, (rows) => purgeIdempotencyKeys(database.everywhere(), rows)),
}
