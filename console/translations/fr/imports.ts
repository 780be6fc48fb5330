import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, plural, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) => plural(value, { one: '# ligne', other: '# lignes' })

const stays = 'restent tels quels'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'nouveaux', has: 'ajoutés', tone: 'success' },
  updated: { would: 'changent', has: 'modifiés', tone: 'info' },
  failed: { would: 'échouent', has: 'échoués', tone: 'danger' },
  skipped_overwrite: { would: `${stays} : déjà sur la liste`, has: 'laissés tels quels', tone: 'quiet' },
  skipped_active: { would: `${stays} : actifs`, has: 'actifs, laissés tels quels', tone: 'quiet' },
  skipped_unsubscribed: kept('restent désinscrits', 'restés désinscrits', 'exclus : désinscrits'),
  skipped_scomp: kept('restent en plainte', 'restés en plainte', 'exclus : plainte'),
  skipped_bounced: kept('restent en rebond', 'restés en rebond', 'exclus : rebond'),
  skipped_deactivated: kept('restent désactivés', 'restés désactivés', 'exclus : désactivés'),
  skipped_duplicate: {
    would: 'répètent une ligne précédente',
    has: 'répétaient une ligne précédente',
    tone: 'quiet',
  },
  skipped_over_limit: { would: 'dépassent la limite', has: 'dépassaient la limite', tone: 'warning' },
  pruned: {
    would: 'quittent la liste : absents du fichier',
    has: 'retirés : absents du fichier',
    tone: 'warning',
  },
}

export const importWords: typeof en.importWords = {
  title: 'Imports',
  lead: 'Chaque fichier importé, et ce qu’il est advenu de chaque ligne.',
  start: 'Importer un fichier',
  file: 'Fichier',
  list: 'Liste',
  state: 'État',
  began: (zone) => `Début (${zone})`,
  rowsHead: 'Lignes',
  pasted: pastedText,
  dryRun: 'aperçu',
  empty: {
    title: 'Aucun import pour l’instant',
    text: 'Prenez un fichier tel quel, d’Excel, de Mailchimp ou de votre boutique ; vous voyez le résultat avant qu’il ne s’applique. Rien n’est envoyé à personne.',
  },
  filter: { label: 'Afficher', recent: '14 derniers jours', active: 'En cours', all: 'Tous' },
  states: {
    scheduled: 'en attente',
    downloading: 'téléchargement',
    splitting: 'lecture du fichier',
    importing: 'en cours',
    paused: 'en pause',
    finished: 'terminé',
    failed: 'échoué',
    cancelled: 'annulé',
  },
  steps: {
    label: 'Étapes de l’import',
    names: { file: 'Fichier', columns: 'Colonnes', rules: 'Règles', preview: 'Aperçu', run: 'Lancement' },
  },
  into: (list) => `Import dans ${list}`,
  back: 'Retour',
  classes,
  row: {
    number: 'Ligne',
    address: 'Adresse',
    what: 'Effet prévu',
    was: 'Effet',
    changes: 'Avant → après',
    none: 'rien',
    same: 'Aucun champ ne change',
    search: 'Rechercher une adresse',
    all: 'Toutes les lignes',
    caption: 'Lignes du fichier',
    no: 'Il n’y a pas de telle ligne.',
    purged:
      'Les lignes ne sont plus conservées : les journaux sont supprimés sept jours après la fin d’un import.',
    pick: 'Choisissez une catégorie ci-dessus pour n’en voir que les lignes et les télécharger.',
    later: 'Lignes suivantes',
    first: 'Premières lignes',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'Télécharger ces lignes',
    shows: 'Afficher les lignes',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'Importer un fichier',
  list: 'Dans quelle liste ?',
  listHint: 'Les contacts du fichier sont ajoutés à cette liste.',
  chooseList: 'Choisir une liste',
  noList: 'D’abord, une liste',
  firstList: {
    text: 'Une liste contient les contacts à qui vous écrivez. Celle-ci recevra les contacts de votre fichier.',
    name: 'Nom de la liste',
    proposal: 'Newsletter',
    create: 'Créer la liste',
  },
  ways: {
    label: 'Où est le fichier ?',
    file: 'Sur cet ordinateur',
    paste: 'Coller',
    url: 'À une adresse web',
    directory: 'Sur le serveur',
    failed: 'Lignes en échec',
  },
  drop: 'Déposez un fichier ici',
  dropHint:
    'CSV, texte ou Excel, compressé ou non, de toute taille. Il est d’abord lu ici ; personne n’est encore ajouté.',
  choose: 'Choisir un fichier',
  pasteLabel: 'Lignes',
  pasteHint: 'Copiées d’un tableur ou d’un e-mail : un contact par ligne, avec des en-têtes s’il y en a.',
  pasteUse: 'Lire ces lignes',
  url: 'Adresse du fichier',
  urlHint: 'Le serveur le récupère, jusqu’à 200 Mo.',
  urlUse: 'Lire ce fichier',
  directoryHint:
    'Fichiers que l’exploitant du serveur a placés dans le dossier de dépôt de votre organisation.',
  failedHint:
    'Les lignes en échec d’un import précédent dans cette liste : après la modification d’un champ, ou avec d’autres colonnes. Pour corriger des cellules, ouvrez cet import.',
  failedEmpty:
    'Aucun import dans cette liste n’a de lignes en échec encore conservées ; elles le sont pendant sept jours.',
  useFailed: (value, file) => `Lire ${rows(value)} de ${file}`,
  ofImport: (isPreview, at) => `${isPreview ? 'aperçu' : 'import'} du ${at}`,
  directoryEmpty: 'Aucun fichier ici. L’exploitant du serveur peut en placer dans le dossier de dépôt.',
  use: (name) => `Lire ${name}`,
  sending: (sent, total) => `${percent(sent, total)} de ${size(total)} sont sur le serveur`,
  cut: (sent, total) => `Connexion perdue à ${percent(sent, total)}. Le téléversement reprend de lui-même.`,
  goOn: 'Reprendre le téléversement',
  stop: 'Arrêter le téléversement',
  stopped: 'Le téléversement est arrêté. Ce qui est arrivé est conservé un jour.',
  progress: 'Téléversement',
}

export const columnWords: typeof en.columnWords = {
  reading: 'Lecture du fichier',
  facts: {
    head: 'en-têtes dans la première ligne',
    noHead: 'sans en-têtes',
    linesAbove: (count) =>
      count === 1 ? '1 ligne au-dessus du tableau' : `${count} lignes au-dessus du tableau`,
    dmy: 'dates comme 31.12.',
    mdy: 'dates comme 12/31',
    sure: { certain: 'certain', likely: 'probable', guess: 'à vérifier' },
    separators: { ',': 'virgule', ';': 'point-virgule', '\t': 'tabulation', '|': 'barre verticale' },
  },
  change: 'Modifier la lecture du fichier',
  hide: 'Terminé',
  skipped: (lines) => `Non lu : ${lines}`,
  format: {
    headings: 'La première ligne contient des en-têtes',
    linesAbove: 'Lignes au-dessus du tableau',
    characters: 'Jeu de caractères',
    separator: 'Séparateur',
    dates: 'Dates en chiffres',
    dmy: 'Jour d’abord : 31.12.2026',
    mdy: 'Mois d’abord : 12/31/2026',
    decimals: 'Nombres décimaux',
    comma: 'Avec une virgule : 1.234,56',
    dot: 'Avec un point : 1,234.56',
  },
  column: (number) => `Colonne ${number}`,
  meaning: (header) => `Signification de ${header}`,
  skip: 'Ne pas importer',
  newField: (name) => `Nouveau champ : ${name}`,
  attributes: 'Attributs',
  fields: 'Champs de la liste',
  news: 'Nouveau',
  names: {
    email: 'Adresse e-mail',
    status: 'Statut',
    confirmed: 'Confirmé',
    email_format: 'Format des messages',
    subscribe_time: 'Date d’inscription',
    subscribe_ip: 'Inscription depuis (adresse IP)',
    remove_time: 'Date de désinscription',
    remove_ip: 'Désinscription depuis (adresse IP)',
    confirm_time: 'Date de confirmation',
    paused_until: 'En pause jusqu’au',
    consent_form: 'Consentement : formulaire',
    consent_version: 'Consentement : version du texte',
    consent_given_at: 'Date du consentement',
    consent_given_ip: 'Consentement donné depuis (adresse IP)',
    consent_confirmed_at: 'Date de confirmation du consentement',
    consent_confirmed_ip: 'Consentement confirmé depuis (adresse IP)',
  },
  types: {
    text: 'texte',
    text_multiline: 'texte long',
    number: 'nombre entier',
    decimal: 'nombre décimal',
    date: 'date',
    day_of_year: 'jour de l’année',
    select_single_dropdown: 'un choix',
    select_single_radio: 'un choix',
    select_multiple_checkboxes: 'plusieurs choix',
    boolean: 'oui ou non',
  },
  typeOf: (name) => `Type de ${name}`,
  optOut: {
    title: (header) => `La colonne ${header} indique peut-être qui s’est désinscrit`,
    apply: (what, header) =>
      `Contacts avec ${what} dans ${header} : les importer comme désinscrits. Ils ne reçoivent aucun message.`,
    leaveOut: (what, header) =>
      `Contacts avec ${what} dans ${header} : les exclure. Ils ne sont pas importés, et ceux déjà sur la liste restent tels quels.`,
    ignore: 'Ignorer la colonne : tous les contacts du fichier peuvent recevoir des messages.',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `autre chose que « ${cells} »`,
    blank: 'rien',
    decide: 'Décidez-le avant de continuer.',
    or: ' » ou « ',
  },
  choicesLost: (value) =>
    `Lu ainsi, le fichier a un autre nombre de colonnes. ${value === 1 ? 'La signification que vous avez choisie pour une colonne ne compte pas' : `Les significations que vous avez choisies pour ${count(value)} colonnes ne comptent pas`}. Revenez à la lecture précédente pour ${value === 1 ? 'la' : 'les'} retrouver.`,
  noEmail:
    'Une colonne doit être l’adresse e-mail. Choisissez-la au-dessus de la colonne qui contient les adresses.',
  twice: (name) =>
    `${name} est la signification de deux colonnes. Choisissez-en une autre pour l’une d’elles.`,
  rowsRead: (value, isWhole) =>
    isWhole ? `${rows(value)} : tout a été lu.` : `Premières lignes lues : ${rows(value)}.`,
  table: 'Les premières lignes du fichier',
  keys: (hasLetters) =>
    `Touches sur un en-tête : ← et → choisissent une colonne, Entrée ouvre sa signification${hasLetters ? ', A accepte toutes les propositions' : ''}.`,
  takeAll: 'Accepter toutes les propositions',
  allTaken: 'Chaque colonne a la signification proposée.',
  next: 'Suivant : Règles',
  other: 'Choisir un autre fichier',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'Contacts qui ne sont pas encore sur la liste',
    status: 'sont ajoutés comme',
    statuses: {
      active: 'actifs : ils reçoivent des messages',
      unsubscribed: 'désinscrits',
      deactivated: 'désactivés',
    },
    example: (address) => `Si ${address} n’est pas sur la liste, le contact est ajouté.`,
    letters: 'Lancer les autorépondeurs pour eux, comme pour une inscription.',
  },
  known: {
    title: 'Contacts déjà sur la liste',
    leave: 'restent tels quels.',
    update: 'prennent ce que dit le fichier.',
    example: (address, fields) =>
      fields.length === 0
        ? `${address} reste tel quel : aucune colonne du fichier n’est un champ.`
        : `Si ${address} est sur la liste : ${fields.join(', ')}.`,
    becomes: (name, value) => `${name} devient ${value === '' ? 'vide' : value}`,
    stays: (address) => `Si ${address} est sur la liste, rien ne change pour ce contact.`,
  },
  left: {
    title: 'Contacts qui se sont désinscrits',
    stay: 'Ils restent désinscrits. Le fichier ne les fait pas revenir.',
    fields: 'Modifier aussi leurs champs.',
    back: 'Les réactiver.',
    consent: 'J’ai leur nouveau consentement.',
    warning:
      'Les contacts désinscrits qui reçoivent de nouveau des messages peuvent les signaler comme spam. Le journal d’audit l’enregistre.',
  },
  badCells: {
    title: 'Cellules qui ne conviennent pas, comme un anniversaire qui n’est pas une date',
    fail: 'font échouer leur ligne : le contact n’est pas importé.',
    empty: 'sont laissées vides : le contact est importé sans elles.',
    hint: 'L’aperçu les compte colonne par colonne. Sans adresse utilisable, personne n’est importé.',
  },
  missing: {
    title: 'Contacts de la liste absents du fichier',
    keep: 'y restent.',
    deactivate: 'sont désactivés.',
    unsubscribe: 'sont désinscrits.',
    limit: 'Au maximum',
    limitHint: 'Un nombre de contacts, ou une part telle que 10%. S’il y en a plus, rien n’est modifié.',
  },
  when: {
    title: 'Quand',
    now: 'Après l’aperçu, sur votre ordre',
    later: 'À un moment précis, sans aperçu',
    at: (zone) => `Heure (${zone})`,
  },
  preview: 'Voir un aperçu du résultat',
  schedule: 'Programmer l’import',
  pickTime: 'Choisissez d’abord une heure.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'désinscrits',
  scomp: 'en plainte',
  bounced: 'en rebond',
  deactivated: 'désactivés',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `Aperçu de ${rows(value)}. Rien n’a été modifié.`,
  trying: 'Vérification des lignes en cours. Rien ne change.',
  progress: 'Progression',
  done: (now, all) => (all === null ? rows(now) : `${count(now)} sur ${rows(all)}`),
  rate: (value) => `${count(value)} lignes/s`,
  left: (time) => `encore ${time}`,
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  cancel: (done) =>
    done === 0
      ? 'Annuler l’import'
      : `Annuler : garder ${plural(done, { one: 'la', other: 'les' })} ${rows(done)} ${plural(done, { one: 'traitée', other: 'traitées' })}`,
  cancelSure: (done) => `Oui, annuler et garder ${rows(done)}`,
  keep: 'Poursuivre l’import',
  importNow: (added, updated) =>
    [added > 0 ? `ajouter ${count(added)}` : '', updated > 0 ? `modifier ${count(updated)}` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Importer : '),
  importAnyway: (what) => `${what}, et laisser les autres de côté`,
  importNothing: 'Rien à importer',
  pruning: (value) => `retirer ${count(value)}`,
  expires: (at) => `Vous pouvez importer à partir de cet aperçu jusqu’au ${at}.`,
  gone: 'Le fichier de cet aperçu n’est plus sur le serveur. Recommencez pour l’importer.',
  became: 'Cet aperçu a été importé.',
  toImport: 'Voir l’import',
  fromPreview: 'Voir son aperçu',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    const added = `${people(value)} ${plural(value, { one: 'a été ajouté', other: 'ont été ajoutés' })}`
    return said.length === 0
      ? `${added}.`
      : `${added}, dont ${said.join(', ')} : ceux-ci ne reçoivent aucun message.`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    return `Nouveaux contacts : ${count(value)}, dont ${plural(active ?? 0, { one: '# devient actif', other: '# deviennent actifs' })} ; ${said.join(', ')}, qui ne reçoivent aucun message.`
  },
  changed: (value) =>
    `${people(value)} ${plural(value, { one: 'a été modifié', other: 'ont été modifiés' })}.`,
  nothing: 'Aucun contact n’a été ajouté ni modifié.',
  see: 'Voir la liste',
  failedRows: (value) =>
    value === 1 ? 'Corriger la ligne en échec' : `Corriger les ${rows(value)} en échec`,
  again: 'Importer un autre fichier',
  undo: (until) => `Annulation possible jusqu’au ${until}`,
  undone: 'Cet import a été annulé.',
  undoing: 'L’import est en cours d’annulation.',
  seeUndo: 'Voir le résultat',
  starts: (at) => `Débute le ${at}.`,
  classesOf: 'Ce qu’il advient des lignes',
  settings: 'Paramètres de l’import',
  announce: (value) => `Import : ${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `Annuler l’import ${id}`,
  counting: 'Calcul de l’effet d’une annulation',
  nothingYet: 'Rien n’a encore été modifié.',
  partly: (examined, all) =>
    `Calculé pour ${count(examined)} sur ${people(all)} jusqu’ici. Vous pouvez annuler l’import avant la fin du calcul.`,
  least: (number) => `Au moins ${people(number)}`,
  would: {
    removed: 'à retirer : ajoutés par l’import.',
    restored: 'retrouvant leurs anciennes valeurs.',
    restored_partly: 'retrouvant certaines valeurs ; les autres ont changé depuis et restent.',
    left_changed: 'à garder : modifiés depuis.',
    left_departed: 'à garder désinscrits : désinscrits depuis.',
    left_over_limit: 'à garder : la limite de contacts actifs est atteinte.',
    left_gone: 'absents de la liste désormais.',
  },
  has: {
    removed: 'retirés.',
    restored: 'avec leurs anciennes valeurs rétablies.',
    restored_partly: 'avec certaines valeurs rétablies ; les autres avaient changé depuis.',
    left_changed: 'gardés : modifiés entre-temps.',
    left_departed: 'restés désinscrits : désinscrits entre-temps.',
    left_over_limit: 'gardés : la limite était atteinte.',
    left_gone: 'absents de la liste.',
  },
  people,
  nobody: 'L’import n’a modifié personne, il n’y a donc rien à annuler.',
  submit: 'Annuler cet import',
  download: 'Télécharger les adresses',
  only: 'Une annulation ne peut pas être annulée.',
  done: (at) => `Annulé le ${at}.`,
  running: (done, all) => `${count(done)} sur ${people(all)}`,
}
