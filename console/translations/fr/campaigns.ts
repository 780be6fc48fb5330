import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) => plural(value, { one: '# message', other: '# messages' })

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}, comptage en cours`
  return `${count(sent)} sur ${is === 'about' ? 'environ ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'En attente de crédits d’envoi.',
    helps: 'Elle reprend d’elle-même dès qu’un administrateur du serveur en ajoute.',
    link: 'credits',
  },
  'sending quota': {
    says: 'En attente : la limite de messages de ce mois est atteinte.',
    helps: 'Elle reprend d’elle-même au début du mois prochain, ou quand la limite est relevée.',
  },
  'the speed limit': {
    says: 'En attente : limite de vitesse de cette campagne.',
    helps: 'Elle reprend d’elle-même. Vous n’avez rien à faire.',
  },
  'a mail server': {
    says: 'En attente : le serveur de messagerie ne répond pas.',
    helps:
      'Nouvelle tentative toutes les quelques secondes. Si cela dure, adressez-vous à l’exploitant du serveur.',
  },
  'a mail server that takes messages of this size': {
    says: 'En attente : les messages dépassent la taille acceptée par le serveur de messagerie.',
    helps:
      'Aucun contact n’a été mis en rebond pour cela. Annulez la campagne et envoyez un contenu plus léger, ou demandez à l’exploitant de relever la limite ; elle reprend alors d’elle-même.',
  },
  'a mail server that accepts the log-in': {
    says: 'En attente : le serveur de messagerie refuse la connexion.',
    helps:
      'Elle reprend d’elle-même quand l’utilisateur et le mot de passe du serveur de messagerie sont corrects. Adressez-vous à l’exploitant du serveur.',
  },
  'the sending limit of the mail server': {
    says: 'En attente : le serveur de messagerie a envoyé autant de messages qu’il le peut pour l’instant.',
    helps:
      'Elle reprend d’elle-même quand le serveur de messagerie accepte de nouveau des messages. Si cela dure, demandez à son exploitant une limite plus élevée.',
  },
  'messages to be tried again': {
    says: 'Tous les contacts ont reçu une première tentative ; certains serveurs ont demandé de réessayer plus tard.',
    helps: 'De nouvelles tentatives ont lieu d’elles-mêmes, pendant quelques jours au plus.',
  },
  'the choice of the winning content': {
    says: 'En attente des résultats du test.',
    helps: 'Le meilleur contenu part à tous les autres à l’heure prévue.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'Supprimer…',
      title: (name) => `Supprimer ${name} ?`,
      text: 'Elle n’a pas été envoyée. Son contenu et ses paramètres seront perdus. Cette action est irréversible.',
      action: 'Supprimer la campagne',
    },
    title: 'Campagnes',
    lead: 'Une campagne est un message à de nombreux contacts. Les taux sont calculés sur les messages délivrés.',
    create: 'Nouvelle campagne',
    empty: {
      title: 'Aucune campagne pour l’instant',
      text: 'Une campagne reste un brouillon tant que vous ne l’envoyez pas : personne ne reçoit rien avant.',
    },
    noneFound: {
      title: 'Aucun résultat',
      text: 'Aucune campagne ne correspond. Retirez un filtre pour en voir plus.',
    },
    search: 'Rechercher par nom',
    name: 'Campagne',
    state: 'État',
    list: 'Liste',
    allLists: 'Toutes les listes',
    begins: (zone) => `Début, ${zone}`,
    sent: 'Envoyés',
    opened: 'Ouvertures',
    clicked: 'Clics',
    left: 'Désinscriptions',
    stateFilters: [
      { value: '', label: 'Tous les états' },
      { value: 'idle', label: 'Brouillons' },
      { value: 'scheduled', label: 'Programmées' },
      { value: 'sending', label: 'En cours d’envoi' },
      { value: 'finished', label: 'Envoyées' },
      { value: 'failed,cancelled', label: 'Échouées ou annulées' },
    ],
    stages: {
      draft: 'Brouillon',
      scheduled: 'Programmée',
      sending: 'En cours d’envoi',
      waiting: 'En attente',
      paused: 'En pause',
      finished: 'Envoyée',
      failed: 'Échouée',
      cancelled: 'Annulée',
    },
    compareThis: (name) => `Comparer ${name}`,
    compareThem: (value) => `Comparer ${value} campagnes`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `Progression de ${name}`,
    report: 'Rapport',
    live: {
      progress: 'Envoyés jusqu’ici',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `${messages(sent)} jusqu’ici. Comptage des destinataires en cours : ${count(total)} ou plus.`
          : `${ofAll(sent, total, is)} ${plural(total, { one: 'contact', other: 'contacts' })}`,
      perMinute: (rate) => `${count(rate)} par minute`,
      left: (time) => `encore ${time}`,
      notStarted: (time) => `Début à ${time}.`,
      over: {
        finished: (sent) =>
          `Terminé : ${messages(sent)} ${plural(sent, { one: 'envoyé', other: 'envoyés' })}.`,
        cancelled: (sent) => `Annulée après ${messages(sent)}.`,
        failed: (sent, why) => `Échouée après ${messages(sent)} : ${why}`,
      },
      draft: 'Cette campagne est un brouillon. Personne n’a rien reçu.',
      milestone: (share, sent) => `${share} % envoyés : ${messages(sent)}.`,
      wait: (reason, said) =>
        waits[reason] ?? { says: `En attente : ${said}.`, helps: 'Elle reprend d’elle-même.' },
      pausedBy: (reason) =>
        reason === ''
          ? 'En pause. Personne ne reçoit rien jusqu’à la reprise.'
          : `Le serveur l’a mise en pause : ${reason}`,
      credits: 'Voir les crédits',
      pause: 'Mettre en pause',
      resume: 'Reprendre',
      cancel: 'Annuler…',
      cancelTitle: (name) => `Annuler ${name}`,
      cancelText: (sent, remaining) =>
        `${people(sent)} ${plural(sent, { one: 'l’a', other: 'l’ont' })} déjà reçue. ${remaining === null ? 'Tous les autres' : `Les ${count(remaining)} autres`} ne la recevront pas. Cette action est irréversible.`,
      cancelAll: 'Personne n’a rien reçu et personne ne recevra rien. Cette action est irréversible.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'Annuler le reste'
        return remaining === 0 ? 'Annuler la campagne' : `Annuler le reste, ${people(remaining)}`
      },
      figures: 'Chiffres jusqu’ici',
      taken: 'Délivrés',
      takenHint: 'Délivré : un serveur de messagerie a accepté le message.',
      refused: 'Rebonds',
      waiting: 'Nouvelle tentative prévue',
    },
    uncertain: {
      title: (value, isExact) =>
        `${orMore(messages(value), isExact)} : peut-être ${plural(value, { one: 'envoyé', other: 'envoyés' })}, peut-être pas`,
      text: 'La connexion ou le serveur a lâché pendant leur remise. Rien n’est renvoyé sans votre accord.',
      who: 'Voir les contacts',
      hide: 'Masquer',
      again: (value, isExact) => (isExact ? `Renvoyer à ${count(value)}` : 'Renvoyer à tous'),
      warn: 'Les contacts qui ont reçu le premier le reçoivent deux fois, avec le même Message-ID.',
      person: 'Contact',
      since: (zone) => `Depuis, ${zone}`,
      messageId: 'Message-ID',
      deleted: 'Supprimé depuis',
      resent: (value) =>
        `${messages(value)} ${plural(value, { one: 'sera renvoyé', other: 'seront renvoyés' })}.`,
    },
    system: {
      title: 'Toutes les campagnes',
      lead: 'Toutes les campagnes commencées, de toutes les organisations. Les chiffres s’actualisent pendant l’envoi.',
      started: 'Début',
      periods: [
        { value: '1', label: 'Depuis hier' },
        { value: '7', label: 'Au cours des 7 derniers jours' },
        { value: '30', label: 'Au cours des 30 derniers jours' },
        { value: 'all', label: 'À tout moment' },
      ],
      onlyOver: 'Campagnes terminées uniquement',
      organization: 'Organisation',
      bounced: 'Rebonds',
      complained: 'Plaintes',
      empty: { title: 'Aucune campagne', text: 'Aucune campagne n’a commencé pendant cette période.' },
    },
  },
}
