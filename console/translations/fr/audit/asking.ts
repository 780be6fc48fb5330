import type * as en from '../../../words/audit/asking.ts'

/** What a call that needs an approval offers, and what those who decide read. */
export const { askingWords }: typeof en = {
  askingWords: {
    title: 'Une seconde personne doit approuver ceci',
    hint: 'Rien n’a changé. Demandez l’approbation : les personnes habilitées reçoivent un e-mail et voient exactement ceci, avec les chiffres. Une fois approuvé, un clic suffit pour l’exécuter.',
    mayNot: 'Rien n’a changé. Un administrateur peut le faire, ou en faire la demande.',
    note: 'Note pour les décideurs',
    noteHint: 'Pourquoi, ou ce qu’il faut regarder. Elle figure aussi dans l’e-mail.',
    asked:
      'Demande envoyée. Vous la trouvez dans Approbations, où vous pourrez l’exécuter une fois approuvée.',
    free: 'Plus personne n’a besoin d’approuver ceci : vous pouvez l’exécuter maintenant.',
    open: 'Ouvrir la demande',
    one: {
      note: 'Note',
      request: 'Exactement ceci',
      check: 'La vérification',
      preview: 'Le message',
      version: 'Version',
      sample:
        'Tel quel pour des valeurs d’exemple. L’approbation porte sur ce qui est enregistré maintenant : une modification la rend caduque.',
      others:
        'Quelqu’un d’autre décide : personne ne décide de sa propre demande, et seuls ceux que les règles désignent.',
      emergencyTitle: 'En cas d’urgence',
      emergencyText:
        'Vous pouvez le faire sans approbation. C’est enregistré, et signalé par e-mail à tous ceux qui peuvent approuver.',
      emergencyReason: 'Pourquoi cela ne peut pas attendre',
      emergencyAct: 'Le faire sans approbation',
      made: 'Ouvrir le résultat',
    },
  },
}
