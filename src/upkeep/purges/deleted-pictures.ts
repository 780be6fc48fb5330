import { purgeAssets } from '../../store/resources/assets.ts'
import { inBatches, type Duty } from '../duty.ts'

/** A picture has up to 5 MB. */
const batchRows = 50

/** Deletes the pictures of deleted organizations, which are no longer served. */
export const deletedPictures: Duty = {
  name: 'deleted pictures',
  everySeconds: 60,
  whileHeld: true,
  run: ({ database }, stop) =>
    inBatches(batchRows, stop, (rows) => database.everywhere().begin((sql) => purgeAssets(sql, rows))),
}
