import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) => plural(value, { one: '# entrée', other: '# entrées' })

export const suppressionWords: typeof en.suppressionWords = {
  title: 'Exclusions',
  lead: 'Les adresses de ces listes ne reçoivent aucun message. Chaque liste indique sa portée.',
  holds: 'Portée',
  ofList: 'Liste de diffusion',
  scopes: {
    organization: 'Tous les messages',
    mailing_list: 'Une liste de diffusion',
    segment: 'Segments qui la mentionnent',
    system: 'Toutes les organisations',
  },
  find: {
    title: 'Une adresse est-elle exclue ?',
    email: 'Adresse e-mail',
    submit: 'Vérifier',
    none: (email) => `Aucune liste n’exclut ${email}.`,
    by: (list, entry, since) => `${list} : ${entry}, depuis le ${since}`,
    bySystem: 'Une liste de ce serveur exclut l’adresse.',
  },
  name: 'Nom de la liste',
  create: 'Créer la liste',
  newTitle: 'Nouvelle liste d’exclusion',
  empty: {
    title: 'Aucune liste d’exclusion pour l’instant',
    text: 'Une liste d’exclusion contient les adresses qui ne doivent jamais recevoir d’e-mails : plaintes, concurrents, demandes écrites.',
  },
  list: {
    search: 'Rechercher',
    searchHint: 'Adresse, @domaine ou empreinte',
    entry: 'Entrée',
    entries: 'Entrées',
    kind: 'Type',
    kinds: { a: 'Adresse', d: 'Domaine', m: 'Empreinte MD5', s: 'Empreinte SHA-256' },
    added: 'Ajout',
    remove: (entry) => `Retirer ${entry}`,
    removeShort: 'Retirer',
    add: 'Ajouter des entrées',
    addHint:
      'Adresses, domaines sous la forme @example.com, ou empreintes d’adresses, une par ligne, 10 000 au plus.',
    submit: (value) => (value === 0 ? 'Ajouter des entrées' : `Ajouter ${entries(value)}`),
    result: (added, known, invalid) =>
      [
        `${entries(added)} ${plural(added, { one: 'ajoutée', other: 'ajoutées' })}`,
        ...(known > 0 ? [`${count(known)} déjà sur la liste`] : []),
        ...(invalid > 0
          ? [
              `${plural(invalid, { one: '# n’est', other: '# ne sont' })} ni adresse, ni domaine, ni empreinte`,
            ]
          : []),
      ].join(', ') + '.',
    empty: {
      title: 'La liste est vide',
      text: 'Ajoutez les adresses qui ne doivent pas recevoir d’e-mails.',
    },
    none: {
      title: 'Aucune entrée ne commence ainsi',
      text: 'Recherchez par le début d’une adresse, ou par @ et un domaine.',
    },
    zone: (zone) => `Heures du fuseau ${zone}.`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'Listes témoins',
  lead: 'Vos propres adresses, qui reçoivent une copie de chaque campagne utilisant la liste, pour que vous voyiez ce qui arrive.',
  name: 'Nom de la liste',
  create: 'Créer la liste',
  newTitle: 'Nouvelle liste témoin',
  addresses: 'Adresses, une par ligne',
  search: 'Rechercher dans la liste',
  save: 'Enregistrer les adresses',
  saved: 'Les adresses sont enregistrées.',
  remove: (address) => `Retirer ${address}`,
  add: 'Adresse e-mail',
  addSubmit: 'Ajouter à la liste',
  count: (value) => plural(value, { one: '# adresse', other: '# adresses' }),
  empty: {
    title: 'Aucune liste témoin pour l’instant',
    text: 'Une liste témoin contient vos propres adresses chez plusieurs fournisseurs. Les campagnes leur envoient une copie.',
  },
  none: { title: 'Aucune adresse pour l’instant', text: 'Ajoutez l’une de vos adresses.' },
}
