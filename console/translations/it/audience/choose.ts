import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'Ricerca…',
    none: 'Nulla ha questo nel nome.',
    limit: {
      lists: 'Solo con alcune liste',
      addList: 'Aggiungi una lista',
      removeList: (name) => `Togli ${name}`,
    },
  },
}
