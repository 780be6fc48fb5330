import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'A procurar…',
    none: 'Nada tem isto no nome.',
    limit: {
      lists: 'Apenas com algumas listas',
      addList: 'Adicionar uma lista',
      removeList: (name) => `Retirar ${name}`,
    },
  },
}
