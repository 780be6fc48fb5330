import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    more: (rest) => `nog ${count(rest)}: typ een deel van de naam`,
    looking: 'Zoeken…',
    none: 'Niets heeft dit in de naam.',
    limit: {
      lists: 'Alleen met sommige lijsten',
      addList: 'Lijst toevoegen',
      removeList: (name) => `${name} weghalen`,
    },
  },
}
