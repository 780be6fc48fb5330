import type * as en from '../../../words/audience/choose.ts'

export const { chooseWords }: typeof en = {
  chooseWords: {
    looking: 'Suche läuft …',
    none: 'Nichts hat das im Namen.',
    limit: {
      lists: 'Nur mit bestimmten Listen',
      addList: 'Liste hinzufügen',
      removeList: (name) => `„${name}“ entfernen`,
    },
  },
}
