import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'Bases de données',
  lead: 'Vos propres bases de données, d’où les listes distantes tirent leurs destinataires. Quiver les lit sans rien y modifier.',
  caption: 'Connexions aux bases de données',
  action: 'Action',
  name: 'Nom',
  type: 'Serveur',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL ou MariaDB' },
  place: 'Base de données',
  placeOf: (host, port, database) => `${database} sur ${host}:${port}`,
  host: 'Hôte',
  port: 'Port',
  portHint: (port) => `Si ce champ est vide : ${port}.`,
  database: 'Nom de la base de données',
  username: 'Utilisateur',
  usernameHint: 'Un utilisateur qui peut lire ce dont vos requêtes ont besoin, et rien d’autre.',
  password: 'Mot de passe',
  passwordNew: 'Il ne sera plus affiché.',
  passwordKeeps: 'Si ce champ est vide, la valeur actuelle est conservée.',
  tls: 'Chiffrement',
  tlsModes: {
    verify: 'Chiffré, certificat vérifié',
    require: 'Chiffré, certificat non vérifié',
    off: 'Non chiffré',
  },
  ca: 'Certificat de l’autorité (CA)',
  caHint:
    'Au format PEM, de BEGIN CERTIFICATE à END CERTIFICATE. Si ce champ est vide, les autorités publiques.',
  fresh: 'Nouvelle connexion',
  add: 'Ajouter la connexion',
  empty: {
    title: 'Aucune base de données pour l’instant',
    text: 'Avec une connexion, vous pouvez créer des listes dont les contacts restent dans votre propre base de données. Une requête les choisit pour chaque campagne.',
  },
  test: 'Tester',
  testOf: (name) => `Tester ${name}`,
  works: (milliseconds) => `Cela fonctionne (${milliseconds} ms).`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'Les contacts de cette liste sont dans une autre base de données',
  isRemoteHint: 'Une requête les choisit pour chaque campagne. Ce choix est définitif.',
  connection: 'Base de données',
  people:
    'Les contacts de cette liste sont dans une autre base de données. Quiver enregistre seulement qui a reçu un message et qui s’est désinscrit.',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'Destinataires',
  label: 'Requête',
  hint: 'Sa colonne email est obligatoire. Une colonne distinct_id distingue les contacts ; toutes les autres sont des codes de fusion.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Exécuter la requête',
  first: 'Les premières lignes',
  caption: 'Premières lignes de la requête',
  none: 'La requête ne renvoie aucune ligne actuellement : personne ne recevrait la campagne.',
  more: 'Il y a d’autres lignes.',
  all: 'Ce sont toutes les lignes.',
  codes: 'Codes de fusion pour le message :',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) => plural(value, { one: '# ligne', other: '# lignes' })

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'Lignes de la requête',
  read: (value) => `La requête a renvoyé ${rows(value)}.`,
  reading: (value) =>
    `${rows(value)} ${plural(value, { one: 'lue', other: 'lues' })} jusqu’ici. Rien n’est envoyé avant qu’elles soient toutes là.`,
  stopped: (value) =>
    `${rows(value)} ${plural(value, { one: 'lue', other: 'lues' })} avant l’arrêt. Rien n’a été envoyé.`,
  skipped: 'Ces lignes ne reçoivent aucun message :',
  noneSkipped: 'Aucune n’a été exclue.',
  reasons: {
    invalid_email: 'Pas d’adresse valide',
    invalid_distinct_id: 'Pas de distinct_id valide',
    too_long: 'Trop long',
    duplicate: 'Contact d’une ligne précédente',
    left: 'Déjà désinscrit, en plainte ou en rebond',
    suppressed: 'Sur une liste d’exclusion',
  },
}
