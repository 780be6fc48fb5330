import { purgeAttachments } from '../../store/resources/attachments.ts'
import { inBatches, type Duty } from '../duty.ts'

const batchRows = 50

/** Deletes files that no content has named for a day, and those of deleted lists and organizations. */
export const unnamedAttachments: Duty = {
  name: 'unnamed attachments',
  everySeconds: 600,
  whileHeld: true,
  run: ({ database }, stop) =>
    inBatches(batchRows, stop, (rows) => database.everywhere().begin((sql) => purgeAttachments(sql, rows))),
}
