import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'Szukanie…',
    none: 'Nic nie ma tego w nazwie.',
    limit: {
      lists: 'Tylko niektóre listy',
      addList: 'Dodaj listę',
      removeList: (name) => `Usuń „${name}”`,
    },
  },
}
