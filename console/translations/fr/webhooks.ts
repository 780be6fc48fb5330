import type { EventType } from '../../../src/contract/webhooks.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'Un message a été ouvert',
  studio_click: 'Un lien a été cliqué',
  studio_unsub: 'Un contact s’est désinscrit',
  studio_subscriber_created: 'Un contact a été ajouté par l’API',
  studio_subscriber_updated: 'Un contact a été modifié par l’API',
  bounce_all: 'Un message est revenu en rebond, quelle qu’en soit la raison',
  bounce_bad_address: 'Une adresse n’existe pas (rebond définitif)',
  scomp: 'Un message a été signalé comme spam',
  import_finished: 'Un import est terminé',
  import_failed: 'Un import a échoué',
  import_undone: 'Un import a été annulé',
  export_finished: 'Un export est prêt',
  export_failed: 'Un export a échoué',
  message_accepted: 'Un message transactionnel a été accepté par un serveur de messagerie',
  message_bounced: 'Un message transactionnel est revenu en rebond',
  message_skipped: 'Un message transactionnel n’a pas été envoyé',
  message_uncertain: 'Un message transactionnel est peut-être parti, peut-être pas',
  message_opened: 'Un message transactionnel a été ouvert',
  message_clicked: 'Un lien d’un message transactionnel a été cliqué',
  message_complained: 'Un message transactionnel a été signalé comme spam',
  message_unsubscribed: 'Un contact s’est désinscrit d’un flux',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Un webhook informe votre programme de ce qui se passe, en quelques secondes, par des requêtes signées.',
    create: 'Nouveau webhook',
    name: 'Nom',
    url: 'Adresse',
    state: 'État',
    states: {
      off: 'Désactivé',
      failing: 'Ne répond pas',
      waits: 'Livraison en cours',
      idle: 'Fonctionne',
      never: 'Rien envoyé pour l’instant',
    },
    pending: 'En attente',
    dead: 'Abandonnés',
    empty: {
      title: 'Aucun webhook pour l’instant',
      text: 'Avec un webhook, votre boutique ou votre CRM apprend aussitôt qui s’est désinscrit, quelles adresses sont en rebond et quels imports sont terminés.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'Un test' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'Nouveau webhook',
      lead: 'Le secret qui signe les requêtes est affiché une seule fois, après la création.',
      nameHint: 'Le programme qui écoute, par exemple « Boutique ».',
      urlHint: 'Commence par https://.',
      events: 'L’informer quand',
      listsHint:
        'Il ne reçoit que les événements de ces listes, et aucun de ceux qui ne dépendent d’aucune liste.',
      submit: 'Créer le webhook',
    },
    secret: {
      title: 'Copiez le secret de signature maintenant',
      text: 'Il ne sera plus affiché. Votre programme s’en sert pour vérifier qu’une requête vient de ce serveur et n’a pas été altérée.',
      label: 'Secret',
      done: 'C’est copié',
    },
    test: 'Envoyer un événement de test',
    tested: 'L’événement de test est en route. Il apparaît ci-dessous.',
    deliveries: {
      title: 'Dernières tentatives',
      none: 'Rien n’a encore été envoyé. Envoyez un événement de test pour voir si l’adresse répond.',
      when: (zone) => `Date, ${zone}`,
      what: 'Événement',
      result: 'Résultat',
      took: 'Durée',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `Accepté, ${status}`,
      answer: 'Réponse',
      silent: 'Pas de réponse',
      more: (value) => `et ${count(value)} de plus`,
    },
    waiting: {
      title: 'En attente',
      text: (value, isExact, next) =>
        `${orMore(`${count(value)} ${plural(value, { one: 'événement', other: 'événements' })}`, isExact)} en attente.${next === null ? '' : ` Prochaine tentative : ${next}.`}`,
      off: 'Ils sont conservés 30 jours, et livrés quand le webhook est activé.',
      lastError: (error) => `Dernière erreur : ${error}`,
      now: 'Livrer maintenant',
      done: 'La prochaine tentative commence immédiatement.',
    },
    deadEvents: {
      title: 'Abandonnés',
      text: 'Après douze tentatives, un événement est abandonné et conservé 30 jours.',
      event: 'Événement',
      when: (zone) => `Survenu, ${zone}`,
      why: 'Raison',
      action: 'Action',
      one: 'Renvoyer',
      all: (value, isExact) => (isExact ? `En renvoyer ${count(value)}` : 'Tout renvoyer'),
      done: (value) =>
        `${plural(value, { one: '# événement est', other: '# événements sont' })} de nouveau en route.`,
    },
    settings: 'Paramètres',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    active: 'Livrer les événements',
    rotate: {
      open: 'Nouveau secret de signature…',
      title: 'Un nouveau secret de signature ?',
      text: 'Le secret actuel cesse de signer immédiatement. Faites accepter les deux à votre programme pendant le changement.',
      action: 'Créer un nouveau secret',
    },
    remove: {
      open: 'Supprimer le webhook…',
      title: (name) => `Supprimer ${name} ?`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'Son programme ne reçoit plus d’événements. Cette action est irréversible.'
          : `Son programme ne reçoit plus d’événements, et ${orMore(`${count(waiting)} ${plural(waiting, { one: 'événement', other: 'événements' })}`, isExact)} en attente ${plural(waiting, { one: 'est supprimé', other: 'sont supprimés' })}. Cette action est irréversible.`,
      action: 'Supprimer le webhook',
    },
  },
}
