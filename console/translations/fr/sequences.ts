import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count, plural } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minute', other: 'minutes' },
  hours: { one: 'heure', other: 'heures' },
  days: { one: 'jour', other: 'jours' },
  weeks: { one: 'semaine', other: 'semaines' },
}

const weekdays = ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length =
    amount === 0
      ? ''
      : `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} plus tard`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ou ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `le prochain ${on}`
      : `au prochain ${time}${on === '' ? '' : `, ${on}`}`
  if (length === '' && next === '') return 'Immédiatement'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, puis ${next}`
}

const previous = {
  any: '',
  opened: 'le message précédent a été ouvert',
  not_opened: 'le message précédent n’a pas été ouvert',
  clicked: 'un lien du message précédent a été cliqué',
  not_clicked: 'aucun lien du message précédent n’a été cliqué',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `ceci est vrai : « ${phrase} »`
  return sentence === '' ? '' : `ceci est vrai : « ${sentence.replace(/\.$/, '')} »`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `le contact est dans ${name}`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Uniquement si ${parts.join(', et si ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = { end: 'Sinon, la séquence se termine', skip: 'Sinon, cette étape est sautée' }

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'Séquence',
    steps: 'Étapes',
    none: 'Rien ne suit le message. Ajoutez des étapes pour en faire une séquence, par exemple un cours ou un rappel.',
    first: 'Premier message',
    blank: 'Il n’a pas encore d’objet.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `${plural(sent, { one: '# envoyé', other: '# envoyés' })}, ${plural(opened, { one: '# ouvert', other: '# ouverts' })}, ${plural(clicked, { one: '# cliqué', other: '# cliqués' })}`,
    waiting: (value, isExact) => `${people(value, isExact)} en attente`,
    nobodyWaits: 'Personne n’attend',
    ended: (value) => `la séquence s’est terminée ici pour ${people(value)}`,
    skipped: (value) => `${people(value)} ${plural(value, { one: 'l’a sautée', other: 'l’ont sautée' })}`,
    stuck: (reason) => `Ses messages attendent : ${reason}.`,
    removed: (name) =>
      `${name} (retirée) : les contacts qui attendent ici continuent au moment où elle aurait été due.`,
    paused: 'Pendant la pause, chacun garde sa place et son heure.',
    edit: (name) => `Modifier le message de ${name}`,
    editWord: 'Modifier le message',
    change: 'Attente et condition',
    changeOf: (name) => `Attente et condition de ${name}`,
    up: (name) => `Monter ${name}`,
    down: (name) => `Descendre ${name}`,
    remove: (name) => `Retirer ${name}`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'Personne ne l’attend. Ce qui a été envoyé reste dans les rapports.'
        : `${people(value, isExact)} ${plural(value, { one: 'l’attend et continuera', other: 'l’attendent et continueront' })} sans son message, au moment où il aurait été dû. Ce qui a été envoyé reste dans les rapports.`,
    removeDo: 'Retirer l’étape',
    add: 'Ajouter une étape',
    fresh: {
      title: 'Nouvelle étape',
      lead: 'Elle est ajoutée quand vous enregistrez le message. Les contacts qui n’ont pas encore atteint sa place la reçoivent.',
      save: 'Ajouter l’étape',
    },
    message: (name) => `Message de ${name}`,
    fields: {
      name: 'Nom de l’étape',
      amount: 'Attente après le message précédent',
      unit: 'Unité',
      units: { minutes: 'minutes', hours: 'heures', days: 'jours', weeks: 'semaines' },
      time: 'Puis attendre jusqu’à cette heure',
      timeHint: (zone) => `Vide : à toute heure. Fuseau ${zone}.`,
      weekdays: 'Uniquement ces jours-là',
      weekdaysHint: 'Aucun choisi : n’importe quel jour.',
      weekdayNames: weekdays,
      previous: 'Uniquement les contacts qui',
      previousKinds: {
        any: 'ont fait n’importe quoi, ou rien',
        opened: 'ont ouvert le message précédent',
        not_opened: 'n’ont pas ouvert le message précédent',
        clicked: 'ont cliqué sur un lien du message précédent',
        not_clicked: 'n’ont cliqué sur aucun lien du message précédent',
      },
      segment: 'Uniquement les contacts de ce segment',
      anybody: 'Aucun segment',
      ownClauses: 'Conditions propres à cette étape',
      loading: 'Chargement…',
      otherwise: 'Pour tous les autres',
      otherwiseKinds: { end: 'la séquence se termine', skip: 'l’étape est sautée' },
      save: 'Enregistrer l’étape',
      keeps: 'Les contacts qui attendent déjà gardent leur heure.',
    },
    places: {
      title: (name) => `Contacts dans ${name}`,
      lead: 'Les contacts qui sont entre deux messages, et ce qui vient ensuite.',
      caption: 'Contacts dans la séquence',
      step: 'Attend',
      everyStep: 'Toutes les étapes',
      person: 'Contact',
      due: 'Échéance',
      entered: 'Depuis',
      takeOut: (email) => `Retirer ${email}`,
      takeOutWord: 'Retirer',
      takeOutText:
        'Ce contact ne reçoit plus de message de cette séquence, sauf si quelque chose la déclenche de nouveau pour lui.',
      takeOutDo: 'Retirer le contact',
      empty: {
        title: 'Personne n’attend',
        text: 'Les contacts figurent ici de leur premier à leur dernier message.',
      },
      removedStep: (name) => `${name} (retirée)`,
      zone: (zone) => `Heures du fuseau ${zone}.`,
    },
    ofPerson: {
      title: 'Séquences',
      none: 'Dans aucune séquence actuellement.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'en pause',
    },
  },
}
