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

/** @param pieces of the part; null if the workbook has none. */
export function openSharedStrings(pieces: AsyncIterable<Buffer> | null, scratchDir: string): SharedStrings {
  const store = createStringStore(scratchDir)
  const collector = createTextCollector('si', (text) => {
    if (store.count() === countMax) {
      throw new UnpackFault(`The workbook has more than ${countMax} different texts. Save the sheet as CSV.`)
    }
    store.add(text)
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
