import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'Exports',
    lead: 'Des listes sous forme de fichiers. Chaque fichier peut être téléchargé pendant sept jours.',
    start: 'Exporter une liste',
    list: 'Liste',
    who: 'Contacts choisis',
    state: 'État',
    people: 'Contacts',
    file: 'Fichier',
    created: (zone) => `Création (${zone})`,
    columns: 'Colonnes',
    allColumns: 'toutes',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV, ${separator === ';' ? 'points-virgules' : 'virgules'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    everybody: 'tous',
    download: (bytes) => `Télécharger, ${size(bytes)}`,
    until: (at) => `jusqu’au ${at}`,
    gone: 'Le fichier n’est plus conservé.',
    cancel: 'Annuler',
    endLink: 'Désactiver le lien',
    progress: 'Progression',
    states: {
      scheduled: 'en attente',
      exporting: 'en cours',
      finished: 'terminé',
      failed: 'échoué',
      cancelled: 'annulé',
    },
    statuses: {
      active: 'actif',
      unsubscribed: 'désinscrit',
      scomp: 'plainte',
      bounced: 'rebond',
      deactivated: 'désactivé',
    },
    empty: {
      title: 'Aucun export pour l’instant',
      text: 'Enregistrez une liste ou une partie de liste dans un fichier : pour un tableur, un autre système ou vos archives. Un import peut le relire.',
    },
    new: {
      title: 'Exporter une liste',
      list: 'Quelle liste ?',
      segment: 'Quels contacts ?',
      whole: 'Tous les contacts de la liste',
      segmentHint:
        'Les segments ne contiennent que des contacts actifs, sauf s’ils ont une condition sur le statut.',
      statuses: 'Avec quel statut ?',
      statusesHint: 'Si aucun n’est choisi : tous.',
      columns: 'Quelles colonnes ?',
      columnsHint: 'Si aucune n’est choisie : tout ce qu’un import peut relire.',
      addColumn: 'Ajouter une colonne',
      order: 'Ordre dans le fichier',
      orderHint: 'Déplacez une colonne avec ses flèches, ou avec Alt et ↑ ou ↓.',
      up: (name) => `Monter ${name}`,
      down: (name) => `Descendre ${name}`,
      remove: (name) => `Retirer ${name}`,
      moved: (name, place, total) => `${name} est maintenant la colonne ${place} sur ${total}.`,
      format: 'Quel format ?',
      formats: {
        csv: 'CSV avec des virgules',
        excel: 'CSV avec des points-virgules, pour Excel',
        jsonl: 'JSON, un contact par ligne',
      },
      gzip: 'Compressé avec gzip',
      guard: 'Sans danger dans un tableur',
      guardHint:
        'Une valeur qui s’exécuterait comme une formule, telle que =1+1 ou +49 30 1234, est précédée d’une apostrophe.',
      submit: 'Créer le fichier',
    },
    done: (value) => people(value),
  },
}
