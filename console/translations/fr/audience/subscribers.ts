import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone, plural } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'actif',
  unsubscribed: 'désinscrit',
  bounced: 'rebond',
  scomp: 'plainte',
  deactivated: 'désactivé',
}

const messageStates: Record<string, string> = {
  accepted: '– envoyé',
  deferred: '– nouvelle tentative prévue :',
  bounced: '– rebond :',
  skipped: '– pas envoyé :',
  uncertain: '– peut-être envoyé, peut-être pas :',
}

export const peopleWords: typeof en.peopleWords = {
  title: 'Contacts',
  lead: 'Tous les contacts de vos listes. Un contact présent sur deux listes apparaît deux fois.',
  search: 'Rechercher',
  searchHint: 'Adresse, ou @ et domaine',
  list: 'Liste',
  allLists: 'Toutes les listes',
  status: 'Statut',
  anyStatus: 'Tous les statuts',
  order: 'Ordre',
  orders: { email: 'Par adresse', newest: 'Les plus récents d’abord' },
  columns: 'Colonnes',
  email: 'Adresse',
  joined: 'Inscription',
  added: 'Ajout',
  people,
  soFar: (value) =>
    `${people(value)} ${plural(value, { one: 'trouvé', other: 'trouvés' })} jusqu’ici, recherche en cours`,
  empty: {
    title: 'Personne pour l’instant',
    text: 'Importez un fichier, publiez un formulaire, utilisez l’API ou ajoutez des contacts un par un sur la page d’une liste.',
    import: 'Importer un fichier',
  },
  none: (q) => ({
    title: 'Personne trouvé',
    text:
      q === ''
        ? 'Aucun contact n’a ce statut ici. Choisissez-en un autre.'
        : q.startsWith('@')
          ? 'Aucun domaine ne commence ainsi. Pour trouver une adresse, retirez le @.'
          : `Aucune adresse ne commence ainsi. Pour trouver un domaine, écrivez @${q}.`,
  }),
  ofDomain: (q) => `Rechercher @${q} dans les domaines`,
  zone: (zone) => `Heures du fuseau ${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `Heures du fuseau ${zone}.`,
  what: 'Détails',
  lists: 'Listes',
  history: 'Historique',
  status: 'Statut',
  editWord: 'Modifier',
  edit: (name) => `Modifier ${name}`,
  save: 'Enregistrer',
  undoWord: 'Annuler',
  undo: (name) => `Annuler la modification de ${name}`,
  changed: (name) => `${name} a été modifié.`,
  nothing: 'Vide',
  yes: 'Oui',
  no: 'Non',
  required: 'Ce champ a besoin d’une valeur.',
  left: {
    unsubscribed: 'Ce contact s’est désinscrit. Ne le réactivez que s’il vous l’a demandé.',
    bounced:
      'Les messages à cette adresse reviennent en rebond. Ne la réactivez que si vous savez qu’elle fonctionne.',
    scomp: 'Ce contact a signalé un message comme spam. Ne le réactivez que s’il vous l’a demandé.',
    deactivated: 'Ce contact est désactivé et ne reçoit aucun message.',
    active: '',
  },
  activate: 'Réactiver',
  deactivate: 'Désinscrire',
  deactivated: 'Ce contact a été désinscrit.',
  parts: { all: 'Tout', messages: 'Messages', changes: 'Modifications', imports: 'Imports' },
  older: 'Plus ancien',
  noHistory: {
    title: 'Rien ici',
    text: 'Les messages, ouvertures, clics et modifications apparaissent au fur et à mesure. Les imports sont conservés sept jours.',
  },
  data: {
    title: 'Toutes les données de ce contact',
    text: 'Un seul fichier avec tout ce qui est enregistré au sujet de l’adresse dans les listes que vous voyez : champs, statut, consentements, messages, ouvertures, clics, imports, etc. Le téléchargement figure dans le journal d’audit.',
    page: 'Page à lire et à imprimer',
    json: 'JSON pour les programmes',
  },
  erase: {
    title: 'Effacer ce contact',
    text: 'Retire l’adresse et tout ce qui est enregistré à son sujet de toutes les listes, des journaux d’import, des aperçus et des listes témoins. Les chiffres des campagnes restent. Les listes d’exclusion la gardent sous forme d’empreinte, pour qu’elle ne reçoive plus jamais de message. Cette action est irréversible.',
    type: 'Saisissez l’adresse pour l’effacer',
    submit: (email) => `Effacer ${email}`,
    despite: 'Effacer même si des imports inachevés peuvent ramener l’adresse',
    done: (email) => `${email} a été effacé.`,
    several: {
      open: 'Effacer plusieurs adresses',
      addresses: 'Adresses',
      hint: 'Une par ligne, 1 000 au plus.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` et ${count(lines.length - 3)} de plus` : ''} : adresses non valides.`,
      tooMany: 'Il y en a plus de 1 000 : effacez les autres ensuite.',
      type: (number) => `Saisissez ${number} pour les effacer`,
      text: 'Toutes sont effacées en une fois, ou aucune en cas d’échec.',
      despite: 'Effacer même si des imports inachevés peuvent ramener des adresses',
      submit: (number) => (number === 1 ? 'Effacer 1 adresse' : `Effacer ${count(number)} adresses`),
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, ${count(event.times)} fois jusqu’ici` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 's’est inscrit' : `s’est inscrit depuis ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'a confirmé l’inscription'
    case 'left':
      return `${event.state === 'unsubscribed' ? 's’est désinscrit' : statusOf(event.state)}${event.ip === null ? '' : ` depuis ${event.ip}`}`
    case 'status_changed':
      return `statut : ${changesOf(event)}${message === '' ? '' : `, par le lien de ${message}`}`
    case 'paused':
      return `a commencé une pause${event.until === null ? '' : ` jusqu’au ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'a terminé la pause'
    case 'details_changed':
      return `a modifié ses informations${message === '' ? '' : `, par le lien de ${message}`}`
    case 'address_changed':
      return 'a changé d’adresse, et les deux adresses l’ont confirmé'
    case 'imported':
      return `${importName(event.import?.name ?? '')} : ${event.state === 'added' ? 'ajouté à la liste' : changesOf(event) || 'laissé tel quel'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, '– rebond ultérieur :', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `a ouvert ${message}${times}`
    case 'clicked':
      return `a cliqué dans ${message}${times} : ${event.urls.join(', ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `, et a accepté (version ${consent.version}) : « ${consent.text} »`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : ` ; confirmé le ${instantWithoutZone(consent.confirmed_at, zone)} depuis ${consent.confirmed_ip ?? ''}`
  return `s’est inscrit par le formulaire ${form?.name ?? ''}${ip === null ? '' : ` depuis ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join(', ')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords: typeof en.bulkWords = {
  chooseAll: 'Tout sélectionner (résultats)',
  choose: (email) => `Sélectionner ${email}`,
  column: 'Sélection',
  chosen: (value) => `${people(value)} ${plural(value, { one: 'sélectionné', other: 'sélectionnés' })}`,
  chosenAll: 'Tous les résultats sont sélectionnés',
  none: 'Effacer la sélection',
  actions: {
    leave: 'Désinscrire',
    deactivate: 'Désactiver',
    activate: 'Réactiver',
    field: 'Définir un champ',
    copy: 'Copier dans une liste',
    delete: 'Supprimer',
  },
  export: {
    action: 'Exporter…',
    explain: (who) =>
      `${who}. Le fichier contient tous leurs champs, et un import peut le relire. Vous le trouverez dans Exports.`,
    submit: (who) => `Exporter ${who}`,
  },
  counting: 'Comptage…',
  uncounted: 'Plus de contacts qu’on n’a pu en compter en 5 secondes.',
  explain: {
    leave: (who) =>
      `${who}. Les contacts actifs ou désactivés sont désinscrits. Ceux en rebond ou en plainte restent tels quels.`,
    deactivate: (who) =>
      `${who}. Les contacts actifs ne reçoivent plus de messages jusqu’à ce que quelqu’un les réactive.`,
    activate: (who) =>
      `${who}. Les contacts en rebond ou désactivés redeviennent actifs, dans la limite de contacts.`,
    field: (who) => `${who}. Chacun reçoit cette valeur à la place de la sienne.`,
    copy: (who) =>
      `${who}. Les contacts actifs sont ajoutés à l’autre liste. Ceux qui y sont déjà restent tels quels.`,
    delete: (who) =>
      `${who}. Ils sont retirés de cette liste, avec les messages qui les attendent. Cette action est irréversible.`,
  },
  field: 'Champ',
  toList: 'Liste',
  despite: 'Aussi les contacts désinscrits ou en plainte : j’ai leur nouveau consentement',
  greet: 'Lancer pour eux les autorépondeurs de cette liste',
  submit: {
    leave: (who) => `Désinscrire ${who}`,
    deactivate: (who) => `Désactiver ${who}`,
    activate: (who) => `Réactiver ${who}`,
    field: (who) => `Définir le champ pour ${who}`,
    copy: (who) => `Copier ${who}`,
    delete: (who) => `Supprimer ${who}`,
  },
  people,
  them: 'ces contacts',
  back: 'Retour',
  progress: 'Modifications groupées',
  cancel: 'Annuler le reste',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` sur ${count(stats.people_total)}`} ${plural(stats.people_done, { one: 'vérifié', other: 'vérifiés' })}`
    const failed = stats.people_failed === 0 ? '' : `, ${people(stats.people_failed)} impossible à modifier`
    if (state === 'scheduled') return 'commence dans un instant'
    if (state === 'running')
      return `${done}, ${plural(stats.people_changed, { one: '# modifié', other: '# modifiés' })}`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Annulé : ' : ''}${people(stats.people_changed)} ${plural(stats.people_changed, { one: 'modifié', other: 'modifiés' })}${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'Supprimer'
    if (action === 'copy') return to === null ? 'Copier dans une autre liste' : `Copier dans ${to.name}`
    if (action === 'set_field') return `Définir ${field?.name ?? ''}`
    return status === 'active' ? 'Réactiver' : status === 'deactivated' ? 'Désactiver' : 'Désinscrire'
  },
}
