import { UnpackFault } from './limits.ts'
import { createStringStore } from './string-store.ts'
import { createTextCollector } from './texts.ts'
import { parseXml } from './xml.ts'

/** The table of texts of a workbook. Excel numbers them as it meets them, so the first rows need only its beginning. */
export type SharedStrings = {
  /** Reads the table up to the index. @throws UnpackFault if it is shorter. */
  reach: (index: number) => Promise<void>
  get: (index: number) => string
  close: () => Promise<void>
}

/** 8 bytes of memory each. */
const countMax = 10_000_000

/** On the disk. The sheet of a million rows with twenty texts of 50 characters each has as many. */
const bytesMax = 1_073_741_824

/** @param pieces of the part; null if the workbook has none. */
export function openSharedStrings(
  pieces: AsyncIterable<Buffer> | null,
  scratchDir: string,
  limits = { countMax, bytesMax },
): SharedStrings {
  const store = createStringStore(scratchDir)
  const collector = createTextCollector('si', (text) => {
    if (store.count() === limits.countMax) {
      throw new UnpackFault(
        `The workbook has more than ${limits.countMax} different texts. Save the sheet as CSV.`,
      )
    }
    if (store.add(text) > limits.bytesMax) {
      throw new UnpackFault(
        `The texts of the workbook have more than ${limits.bytesMax} bytes. Save the sheet as CSV.`,
      )
    }
  })
  const reading = pieces === null ? null : parseXml('the table of its texts', pieces, collector)
  return {
    reach: async (index) => {
      while (store.count() <= index) {
        if (reading === null || (await reading.next()).done === true) {
          throw new UnpackFault(
            'The workbook is damaged: a cell refers to a text that is not in it. Save it again, or save the sheet as CSV.',
          )
        }
      }
    },
    get: store.get,
    close: async () => {
      await reading?.return(undefined)
      store.close()
    },
  }
}
