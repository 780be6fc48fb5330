import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` le ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) =>
  end === null ? '' : ` jusqu’au ${instant(end, zone)}`
const said = ({ text }: Reason) => (text === null ? '' : ` : ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'non actif'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `Le serveur de messagerie l’a accepté${on(reason, zone)}.`,
  bounced: (reason, zone) => `Il est revenu en rebond${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `Un serveur de messagerie l’a refusé pour l’instant${said(reason)}. La prochaine tentative attend${until(reason, zone)}.`,
  uncertain: () =>
    'Il est peut-être parti, peut-être pas : la connexion ou le serveur a lâché pendant la remise.',
  being_sent: () => 'Il est en cours de remise.',
  sending_rule: ({ text }) => `Exclu : ${text ?? 'règle d’envoi'}.`,
  failed: (reason) => `Le message n’a pas pu être composé${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Attend son heure (délai, fuseau horaire ou heures d’une règle d’envoi)${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'La campagne n’est pas encore programmée.'
      : `La campagne commence le ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'Elle n’est pas encore arrivée à ce contact.'
      : text === 'paused'
        ? 'Elle est en pause et n’est pas encore arrivée à ce contact.'
        : `Elle n’est pas encore arrivée à ce contact : elle attend : ${text}.`,
  winner_pending: (reason, zone) =>
    `Ce contact reçoit la version gagnante du test A/B, choisie${reason.until === null ? ' après le test' : ` le ${instant(reason.until, zone)}`}.`,
  campaign_ended: ({ text }) =>
    text === 'failed'
      ? 'La campagne a échoué avant le tour de ce contact.'
      : 'La campagne a été annulée avant le tour de ce contact.',
  joined_later: (reason, zone) =>
    `Ce contact a rejoint la liste après le début de la campagne${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `Statut de ce contact ${reason.at === null ? 'à ce moment' : `depuis le ${instant(reason.at, zone)}`} : ${stateOf(reason.text)}.`,
  suppressed: (reason, zone) =>
    `Son adresse était sur la liste d’exclusion ${reason.text ?? 'du système'}${reason.at === null ? '' : ` depuis le ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `Ce contact avait mis les messages en pause${until(reason, zone)}.`,
  not_in_segment: () => 'Ce contact n’était pas dans le segment.',
  not_in_query: () => 'Ce contact n’était pas dans les lignes de la requête.',
  joined_before: (reason, zone) =>
    `Ce contact a rejoint la liste avant l’existence de l’autorépondeur${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'L’élément déclencheur ne s’est pas produit pour ce contact.',
  earlier_step: (reason, zone) =>
    `Ce contact attend une étape antérieure${reason.text === null ? '' : ` (« ${reason.text} »)`}${until(reason, zone)}.`,
  step_condition: () => 'Ce contact a passé cette étape : sa condition, ou une règle d’envoi, l’en a exclu.',
  sequence_over: () => 'Ce contact n’est plus dans la séquence.',
  unknown: () => 'Rien de ce qui est enregistré n’indique pourquoi.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `Statut de ce contact : ${stateOf(reason.text)}${reason.at === null ? '. Depuis quand n’est pas enregistré' : ` depuis le ${instant(reason.at, zone)}, pendant l’envoi de la campagne`}.`,
  suppressed: (reason, zone) =>
    `Son adresse est sur la liste d’exclusion ${reason.text ?? 'du système'}${reason.at === null ? '' : ` depuis le ${instant(reason.at, zone)}`}. Il n’est pas enregistré si c’était avant son tour.`,
  paused: (reason, zone) =>
    `Ce contact met les messages en pause${until(reason, zone)}. Il n’est pas enregistré si c’était avant son tour.`,
  not_in_segment: () =>
    'Ce contact n’est pas dans le segment maintenant. Il n’est pas enregistré s’il y était alors.',
  not_in_query: () => 'Ce contact ne figure pas dans les lignes de la requête.',
  not_triggered: () =>
    'D’après ce qui est enregistré, l’élément déclencheur ne s’est pas produit pour ce contact.',
  step_condition: () => 'Ce contact avait dépassé sa place quand elle a été ajoutée.',
  sequence_over: () =>
    'Ce contact n’est plus dans la séquence : elle s’est terminée pour lui par une condition, ou quelqu’un l’en a retiré.',
  unknown: () =>
    'Rien de ce qui est enregistré n’indique pourquoi. Ce contact n’était peut-être pas dans le segment alors, ou était exclu ou inactif pendant un temps.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'Pourquoi un contact ne l’a pas reçu',
    lead: 'Saisissez une adresse pour voir ce qu’il est advenu de cette campagne pour ce contact.',
    address: 'Adresse',
    ask: 'Rechercher',
    notOnList: (email, list) =>
      `${email} n’est pas sur la liste ${list} actuellement. Les contacts supprimés ne laissent aucune trace de la raison.`,
    person: 'Ouvrir le contact',
    leadAutoresponder:
      'Saisissez une adresse pour voir ce qu’il est advenu de cet autorépondeur pour ce contact.',
    autoresponders: 'Autorépondeurs',
    ownMessage: 'Premier message',
    campaigns: 'Campagnes',
    none: { title: 'Aucune campagne', text: 'Aucune campagne de cette liste n’a été envoyée.' },
    noAutoresponders: 'Cette liste n’a pas d’autorépondeur.',
    more: 'Afficher plus',
    outcomes: {
      sent: 'Reçu',
      bounced: 'Rebond',
      waiting: 'En attente',
      not_sent: 'Non reçu',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
