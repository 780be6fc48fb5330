import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minute', other: 'minutes' },
  hours: { one: 'heure', other: 'heures' },
  days: { one: 'jour', other: 'jours' },
  weeks: { one: 'semaine', other: 'semaines' },
  months: { one: 'mois', other: 'mois' },
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'Immédiatement'
  const length = `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} plus tard`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} à ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'Autorépondeurs',
    lead: 'Messages envoyés à un contact quand quelque chose se produit.',
    list: 'Liste',
    name: 'Autorépondeur',
    trigger: 'Quand',
    triggerTitle: 'Déclencheur',
    delay: 'Envoi',
    state: 'État',
    running: 'Actif',
    paused: 'En pause',
    delayOf,
    triggers: {
      subscription: 'Un contact rejoint la liste',
      api: 'Seul un programme le demande',
      campaign_open: 'Une campagne est ouverte',
      campaign_click: 'Un lien d’une campagne est cliqué',
      autoresponder_open: 'Un autre autorépondeur est ouvert',
      autoresponder_nonopen: 'Un autre autorépondeur n’est pas ouvert',
      autoresponder_click: 'Un lien d’un autre autorépondeur est cliqué',
      autoresponder_nonclick: 'Aucun lien d’un autre autorépondeur n’est cliqué',
      autoresponder_send: 'Un autre autorépondeur est envoyé',
    },
    triggerNow: {
      title: 'L’envoyer à un contact',
      ofPerson: 'Déclencher un autorépondeur',
      hint: 'Le même appel que celui des programmes. Le délai et la règle de l’autorépondeur s’appliquent.',
      email: 'Adresse e-mail',
      create_missing_subscriber: 'Ajouter le contact si personne sur la liste n’a cette adresse',
      reactivate_subscriber: 'Réactiver le contact s’il n’est pas actif',
      paused: 'L’autorépondeur est en pause : le message attend sa reprise.',
      pausedName: (name) => `${name} (en pause)`,
      submit: 'Déclencher',
      done: (email) => `Déclenché pour ${email}.`,
      doneOf: (name) => `${name} a été déclenché.`,
    },
    empty: {
      title: 'Aucun autorépondeur sur cette liste',
      text: 'Le plus courant souhaite la bienvenue aux nouveaux contacts.',
    },
    noLists: {
      title: 'Aucune liste pour l’instant',
      text: 'Un autorépondeur appartient à une liste. Créez d’abord une liste.',
    },
    figures: 'Chiffres depuis le début',
    sent: 'Envoyés',
    opened: 'Ouvertures',
    clicked: 'Clics',
    bounced: 'Rebonds',
    left: 'Désinscriptions',
    ofTaken: 'des délivrés',
    ofSent: 'des envoyés',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    check: 'Avant l’activation',
    stopped: 'Il ne peut pas être activé tant que ceci n’est pas corrigé.',
    settings: 'Délai',
    delayKinds: { immediately: 'Immédiatement', with_delay: 'Plus tard' },
    amount: 'Combien de temps après',
    unit: 'Unité',
    units: { minutes: 'Minutes', hours: 'Heures', days: 'Jours', weeks: 'Semaines', months: 'Mois' },
    hour: 'Heure de la journée',
    save: 'Enregistrer le délai',
    onImport: 'Aussi pour les contacts importés',
    onApi: 'Aussi pour les contacts ajoutés par un programme ou un formulaire',
    campaign: 'Campagne',
    other: 'Autorépondeur qui précède',
    anyUrl: 'Tous les liens comptent',
    urls: 'Liens qui comptent',
    urlsHint: 'L’adresse telle qu’elle figure dans le message. Appuyez sur Entrée après chacune.',
    saveTrigger: 'Enregistrer le déclencheur',
    message: {
      title: (name) => `Message de ${name}`,
      lead: 'Les modifications s’appliquent à tous les messages qui ne sont pas encore envoyés.',
      save: 'Enregistrer le message',
      saved: 'enregistré',
      unsaved: 'pas encore enregistré',
      conflict: 'Quelqu’un d’autre a enregistré ce message entre-temps.',
      conflictText:
        'Votre saisie est toujours là. Enregistrez de nouveau pour remplacer l’autre version, ou rouvrez la page pour la voir.',
      overwrite: 'Remplacer l’autre version',
    },
    sending: {
      title: 'Nom, contacts et expéditeur',
      name: 'Nom',
      segment: 'Uniquement les contacts de ce segment',
      everyone: 'Tous les contacts actifs',
      ofList: 'De l’expéditeur de la liste',
      fromName: 'Nom de l’expéditeur',
      fromEmail: 'Adresse de l’expéditeur',
      replyTo: 'Adresse de réponse',
      trackOpens: 'Suivre les ouvertures',
      trackLinks: 'Suivre les clics',
      save: 'Enregistrer les paramètres',
    },
    fresh: {
      title: 'Nouvel autorépondeur',
      lead: 'Il est en pause jusqu’à ce que vous l’activiez.',
      nameHint: 'Visible uniquement par vos collègues.',
      create: 'Créer et rédiger le message',
    },
    delete: 'Supprimer…',
    deleteTitle: (name) => `Supprimer ${name}`,
    deleteText:
      'Les messages en attente ne sont pas envoyés. Ce qui a été envoyé reste dans les rapports. Cette action est irréversible ; pour le conserver, mettez-le plutôt en pause.',
    deleteDo: 'Supprimer l’autorépondeur',
  },
}
