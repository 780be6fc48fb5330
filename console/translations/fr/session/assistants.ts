import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'Laisser un programme agir pour vous',
    who: 'Programme',
    whoHint: 'C’est le nom qu’il se donne. Personne ne l’a vérifié.',
    where: 'La réponse va à',
    ownMachine: (host) => `${host}, un programme sur cet ordinateur`,
    organization: 'Dans l’organisation',
    you: 'Au nom de',
    warning: 'N’acceptez que si vous venez de connecter vous-même ce programme à Quiver.',
    what: 'Ce qu’il peut faire',
    read: 'Lire, sans rien modifier',
    change: 'Lire, planifier et exécuter des modifications',
    limits:
      'Jamais plus que ce que vous pouvez à ce moment-là. Il ne crée ni clés, ni utilisateurs, ni droits, n’approuve rien, et ce qui exige une approbation attend une personne.',
    lists: 'Listes',
    allLists: 'Toutes celles que vous voyez',
    someLists: 'Uniquement celles-ci',
    days: 'Durée',
    daysOf: (days) => (days === 1 ? 'Un jour' : `${count(days)} jours`),
    agree: 'Autoriser',
    refuse: 'Refuser',
    leaving: 'Retour au programme en cours. Vous pouvez fermer cette page.',
    own: {
      title: 'Programmes qui agissent pour vous',
      lead: 'Les assistants que vous avez autorisés à lire ou à modifier en votre nom. Y mettre fin prend effet immédiatement.',
      program: 'Programme',
      may: 'Peut',
      reads: 'lire',
      changes: 'lire et modifier',
      lists: (number) => (number === 1 ? ', une liste' : `, ${count(number)} listes`),
      used: 'Dernière utilisation',
      never: 'Jamais',
      ends: 'Fin',
      action: 'Action',
      end: 'Terminer',
      endOne: (name) => `Terminer ${name}`,
    },
  },
}
