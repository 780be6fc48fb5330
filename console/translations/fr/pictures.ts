import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'Images',
    lead: 'Images des messages et logos. Toute personne qui a reçu un message les charge d’ici.',
    search: 'Rechercher par nom de fichier',
    upload: 'Téléverser une image',
    empty: {
      title: 'Aucune image pour l’instant',
      text: 'Téléversez une image ici, ou dans l’éditeur d’un message.',
    },
    none: 'Aucune image ne porte ce nom.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `Ajoutée le ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'Utilisations non comptées'
      if (value === 0) return 'Non utilisée'
      return value === 1 ? 'Utilisée une fois' : `Utilisée ${count(value)} fois`
    },
    of: (name) => `Utilisations de ${name}`,
    shown: 'Affichée par',
    notShown: 'Aucun message, modèle ou logo n’affiche cette image.',
    unknown: 'Il y a trop de messages pour y rechercher cette image.',
    copy: 'Copier l’adresse',
    copyOf: (name) => `Copier l’adresse : ${name}`,
    removal: {
      button: 'Supprimer',
      of: (name) => `Supprimer ${name}`,
      title: (name) => `Supprimer ${name} ?`,
      lost: 'Ces éléments l’affichent et la perdront, même les messages déjà envoyés. Cette action est irréversible.',
      notUsed: 'Aucun message, modèle ou logo ne l’affiche. Cette action est irréversible.',
      unknown:
        'Il y a trop de messages pour y rechercher cette image. Tout ce qui l’affiche la perdra, même les messages déjà envoyés. Cette action est irréversible.',
      action: (name) => `Supprimer ${name}`,
    },
    foreign: {
      title: (value) =>
        value === 1
          ? 'Une image se trouve sur un autre serveur'
          : `${count(value)} images se trouvent sur d’autres serveurs`,
      text: (hosts) =>
        `Depuis ${hosts}. Si elles y sont déplacées ou supprimées, vos messages les perdent, même ceux déjà envoyés. Ce serveur voit aussi qui ouvre vos messages. L’aperçu ne les affiche pas.`,
      copy: (value) =>
        value === 1 ? 'La copier dans Quiver' : `Copier les ${count(value)} images dans Quiver`,
      done: (value) => (value === 1 ? 'Une image a été copiée.' : `${count(value)} images ont été copiées.`),
      failed: 'Impossible de copier :',
    },
  },
}
