import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/readers.ts'
export const readerWords: typeof en.readerWords = {
  title: 'Pages pour les lecteurs',
  lead: 'Ce que les contacts de cette liste voient et peuvent choisir quand ils ouvrent leurs préférences ou se désinscrivent.',
  open: 'Pages pour les lecteurs',
  choice: {
    title: 'Ce que les lecteurs peuvent choisir',
    isPublic: 'Les lecteurs de vos autres listes peuvent trouver et rejoindre cette liste',
    isPublicHint:
      'Sur leur page de préférences. Ceux qui la rejoignent sont actifs immédiatement, car le lien a prouvé leur adresse.',
    keyed:
      'Les contacts de cette liste se distinguent par un champ : personne ne peut la rejoindre avec une adresse seule.',
    name: 'Nom vu par les lecteurs',
    nameHint: (name) => `Si ce champ est vide : ${name}.`,
    description: 'Description vue par les lecteurs',
    fields: 'Champs que les contacts peuvent modifier eux-mêmes',
    fieldsHint: 'Quiconque a le lien d’un message peut voir leurs valeurs.',
    noFields: 'Cette liste n’a pas encore de champ.',
    code: 'Pour faire un lien vers la page dans un message, utilisez le code',
    save: 'Enregistrer le choix',
    saved: 'Enregistré. Les lecteurs le voient dès maintenant.',
  },
  look: {
    title: 'Apparence',
    lead: 'Tout ce que vous laissez vide est repris de la marque de l’organisation.',
    inherited: 'Si ce champ est vide, repris de la marque de l’organisation.',
  },
  texts: {
    title: 'Textes',
    lead: 'Voici les textes tels qu’ils sont maintenant. Écrivez les vôtres là où cette liste en demande un autre.',
    language: 'Langue',
    page: 'Page',
    pages: {
      ask: 'Question avant la désinscription',
      left: 'Désinscrit',
      again: 'Déjà désinscrit',
      back: 'Réinscrit',
      full: 'Liste pleine',
      preferences: 'Préférences',
      change: 'Changement d’adresse',
      form: 'Formulaire',
      formMail: 'E-mail d’un formulaire',
      dead: 'Lien non valide',
      other: 'Autres pages',
    },
    own: (text) => `À la place de : ${text}`,
    placeholder: 'Inchangé',
    keep: (names) => `Gardez ${names} : une valeur prend cette place.`,
    save: (count) => `Enregistrer ${count} ${plural(count, { one: 'texte', other: 'textes' })}`,
    saveNone: 'Enregistrer les textes',
    saved: 'Enregistré. Les lecteurs le voient dès maintenant.',
    example: { list: 'Newsletter', other: 'Recettes', email: 'ann@example.com', field: 'Prénom' },
  },
}

export const pauseWords: typeof en.pauseWords = {
  until: (day) =>
    `En pause jusqu’au ${day} : d’ici là, ce contact ne reçoit ni campagnes ni autorépondeurs de cette liste.`,
  end: 'Terminer la pause',
  ended: 'La pause est terminée.',
}
