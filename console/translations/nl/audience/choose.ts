import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'Zoeken…',
    none: 'Niets heeft dit in de naam.',
    limit: {
      lists: 'Alleen met sommige lijsten',
      addList: 'Lijst toevoegen',
      removeList: (name) => `${name} weghalen`,
    },
  },
}
