import type * as en from '../../../words/audience/choose.ts'

/** Words of the select that finds one of any number of records. */
export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'Recherche…',
    none: 'Aucun élément ne porte ce nom.',
    limit: {
      lists: 'Certaines listes uniquement',
      addList: 'Ajouter une liste',
      removeList: (name) => `Retirer ${name}`,
    },
  },
}
