import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'Envoyés',
  accepted: 'Délivrés',
  waiting: 'En attente ou incertains',
  skipped: 'Exclus',
  not_opened: 'Sans ouverture',
  opened: 'Ouvertures',
  clicked: 'Clics',
  bounced: 'Rebonds',
  complained: 'Plaintes',
  unsubscribed: 'Désinscriptions',
  opened_by_machine: 'Ouverts par un programme',
  clicked_by_machine: 'Cliqués par un programme',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'Envoi',
  accepted: 'Envoi',
  waiting: 'Dernière tentative',
  skipped: 'Décision',
  not_opened: 'Envoi',
  opened: 'Première ouverture',
  clicked: 'Premier clic',
  bounced: 'Rebond',
  complained: 'Plainte',
  unsubscribed: 'Désinscription',
  opened_by_machine: 'Ouverture',
  clicked_by_machine: 'Clic',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Seuls les contacts actifs de la liste peuvent recevoir un message.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]} : ${name}`,
    who: 'Contacts',
    version: 'Version',
    everyVersion: 'Toutes les versions',
    versionName: (name, place) => (name === '' ? `Version ${place + 1}` : name),
    link: 'Lien',
    everyLink: 'Tous les liens',
    severity: 'Type de rebond',
    everySeverity: 'Tous les rebonds',
    severities: {
      hard: 'Définitif : l’adresse ne fonctionne pas',
      soft: 'Temporaire : la boîte ne fonctionne pas pour l’instant',
      other: 'Autre : sans rapport avec l’adresse',
    },
    severityWords: { hard: 'Définitif', soft: 'Temporaire', other: 'Autre' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'Les adresses des listes témoins sont comptées dans le rapport, mais ne figurent pas ici.',
    caption: 'Les contacts',
    person: 'Contact',
    deleted: 'Supprimé depuis',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'Non enregistré',
    times: 'Fois',
    status: 'Maintenant',
    reason: 'Raison',
    more: 'Afficher plus',
    empty: { title: 'Personne', text: 'Aucun contact jusqu’ici.' },
    write: {
      action: 'Leur écrire',
      name: (kind, name, at) => `${kinds[kind]} : ${name} (${at})`,
    },
    export: {
      action: 'Export',
      explain:
        'Tous ces contacts sont écrits dans un fichier, avec toutes les colonnes qu’un import peut relire.',
      submit: 'Les exporter',
    },
    open: (word, value) => `${word} : voir qui, ${count(value)}`,
  },
}
