import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    more: (rest) => `mais ${count(rest)}: escreva uma parte do nome`,
    looking: 'A procurar…',
    none: 'Nada tem isto no nome.',
    limit: {
      lists: 'Apenas com algumas listas',
      addList: 'Adicionar uma lista',
      removeList: (name) => `Retirar ${name}`,
    },
  },
}
