import { count } from '../../design/figures.ts'
import type * as en from '../../words/jobs.ts'

export const jobWords: typeof en.jobWords = {
  title: 'Tâches',
  lead: 'Les imports et leurs annulations, les exports, les modifications groupées et les campagnes de cette organisation, les plus récents d’abord.',
  everywhere: {
    title: 'Toutes les tâches',
    lead: 'Les imports et leurs annulations, les exports, les modifications groupées et les campagnes de toutes les organisations, les plus récents d’abord.',
  },
  name: 'Nom',
  type: 'Type',
  types: {
    SubscriberImport: 'Import',
    SubscriberImportUndo: 'Annulation d’un import',
    SubscriberExport: 'Export',
    SubscriberBulkChange: 'Modification groupée',
    Campaign: 'Campagne',
  },
  state: 'État',
  states: {
    pending: 'À lancer',
    scheduled: 'Programmée',
    active: 'En cours',
    paused: 'En pause',
    finished: 'Terminée',
    failed: 'Échouée',
    cancelled: 'Annulée',
  },
  organization: 'Organisation',
  list: 'Liste',
  progress: 'Progression',
  of: (done, total) => (total === null ? count(done) : `${count(done)} sur ${count(total)}`),
  begins: (zone) => `Début, ${zone}`,
  unnamed: 'Sans nom',
  which: { label: 'Afficher', unfinished: 'Non terminées', all: 'Toutes' },
  anyType: 'Tous les types',
  empty: {
    unfinished: {
      title: 'Rien n’est en cours',
      text: 'Les imports, exports, modifications groupées et campagnes en attente ou en cours apparaissent ici.',
    },
    all: {
      title: 'Aucune tâche',
      text: 'Les imports, exports, modifications groupées et campagnes apparaissent ici dès qu’ils sont lancés.',
    },
  },
}

export const healthWords: typeof en.healthWords = {
  title: 'État du serveur',
  lead: 'Ce qui tourne sur ce serveur, ce qui attend, son disque et sa base de données.',
  at: (time) => `Données de ${time}`,
  fine: 'Tout fonctionne.',
  attention: 'À surveiller',
  problems: {
    noMail: 'Aucun processus d’envoi et de réception ne tourne : campagnes, webhooks et e-mails attendent.',
    noWorker: 'Aucun worker d’import n’est connecté : les imports attendent.',
    late: (queue, since) => `${queue} : l’élément le plus ancien attend depuis ${since}.`,
    disk: (free) => `Il ne reste que ${free} d’espace libre sur le disque.`,
    transaction: (age) =>
      `Une transaction est ouverte depuis ${age}. Elle empêche la base de données de faire le ménage (vacuum).`,
    connections: (used, max) =>
      `${count(used)} connexions à la base de données sur ${count(max)} sont utilisées.`,
    backup: (age) => `La dernière sauvegarde enregistrée remonte à ${age}.`,
  },
  queues: {
    title: 'Files d’attente',
    name: 'File',
    waiting: 'En attente',
    running: 'En cours',
    oldest: (zone) => `La plus ancienne, due depuis, ${zone}`,
    names: {
      imports: 'Imports',
      exports: 'Exports',
      bulk_changes: 'Modifications groupées',
      messages: 'Messages à un contact',
      campaigns: 'Campagnes',
      autoresponders: 'Messages des autorépondeurs',
      webhooks: 'Événements pour les webhooks',
      system_mails: 'Invitations et avis',
    },
  },
  processes: {
    title: 'Processus',
    name: 'Processus',
    part: 'Fonction',
    parts: { server: 'API et pages', worker: 'Imports, envoi', mail: 'Envoie et reçoit' },
    imports: 'et imports',
    state: 'État',
    runs: 'En marche',
    gone: 'Arrêté',
    seen: (zone) => `Dernier signe de vie, ${zone}`,
  },
  disk: {
    title: 'Disque',
    free: 'Libre',
    ofTotal: (free, total) => `${free} sur ${total}`,
    spool: 'Fichiers d’imports et d’exports',
  },
  database: {
    title: 'Base de données',
    version: 'PostgreSQL',
    size: 'Taille',
    connections: 'Connexions',
    transaction: 'Transaction la plus ancienne',
    backup: 'Dernière sauvegarde',
    noBackup: 'Aucune enregistrée',
  },
  server: { title: 'Serveur', version: 'Quiver', workers: 'Workers d’import' },
}
