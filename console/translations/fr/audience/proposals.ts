import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail:
        '{reason} {number} des {all} cellules remplies qui ont été lues échoueraient, par exemple « {cell} ».',
      called: 'La colonne porte ce nom.',
      near: '« {header} » est une autre graphie de « {field} ».',
      synonym: '« {header} » est un autre mot pour « {field} ».',
      options: 'Toutes les cellules sont des choix de « {field} ».',
      addresses: 'Les cellules sont des adresses e-mail.',
      proof:
        'Un export l’a écrite comme preuve d’un consentement. Seuls les formulaires créent des preuves, pas les imports.',
      empty: 'Aucune cellule lue n’est remplie.',
      left_out_before: 'L’import {import} a laissé cette colonne de côté.',
      before: 'L’import {import} lui donnait ce sens.',
      mostly: 'Aucun champ de la liste ne convient ; un nouveau convient à {number} des {all} cellules lues.',
      few: 'Aucun champ de la liste ne convient ; trop peu de cellules ont été lues pour autre chose que du texte.',
      fresh: 'Aucun champ de la liste ne convient ; un nouveau convient à toutes les cellules lues.',
      opt_out_doubt: '« {header} » ressemble à un désabonnement : {how}. « {cell} » n’est pas un mot connu.',
      opt_out: '« {header} » ressemble à un désabonnement : {how}.',
      opt_out_of_doubt:
        '« {header} » est la colonne de désabonnement de {product} : {how}. « {cell} » n’est pas un mot connu.',
      opt_out_of: '« {header} » est la colonne de désabonnement de {product} : {how}.',
      left: 'Des cellules comme « {cell} » signifient que la personne s’est désabonnée.',
    },
    meanings: {
      flag: '« oui » signifie que la personne s’est désabonnée',
      filled: 'une cellule remplie signifie que la personne s’est désabonnée',
      refused: 'chaque refus signifie que la personne n’a pas donné son accord',
      consent: 'tout sauf « oui » signifie que la personne n’a pas donné son accord',
      unconfirmed: '« non » signifie que la personne n’a pas confirmé ou n’est pas active',
      words: 'chaque mot a son statut',
      codes:
        'un code signifie que la personne est active, les autres peuvent signifier qu’elle s’est désabonnée',
    },
  },
}
