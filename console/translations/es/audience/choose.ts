import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'Buscando…',
    none: 'Nada contiene esto en su nombre.',
    limit: {
      lists: 'Solo con algunas listas',
      addList: 'Añadir una lista',
      removeList: (name) => `Quitar ${name}`,
    },
  },
}
