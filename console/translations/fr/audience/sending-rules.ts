import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = plural(max, { one: '# message', other: '# messages' })
  return `Exclut les contacts qui ont reçu ${messages} de campagnes ${days === 1 ? 'le dernier jour' : `ces ${count(days)} derniers jours`}.`
}

/** Mon–Fri, or Mon, Wed. */
function daysOf(days: readonly number[]): string {
  const names = days.map((day) => dayNames[day - 1] ?? '')
  const isRow = days.length > 2 && days.every((day, place) => day === (days[0] ?? 0) + place)
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join(', ')
}

function hoursOf({
  send_from: from,
  send_until: until,
  send_days: days,
  time_zone_field: field,
}: Hours): string {
  const on = days.length === 7 ? '' : `, ${daysOf(days)}`
  const at =
    from === null || until === null ? '' : ` de ${from} à ${until}${until < from ? ' le lendemain' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'dans le fuseau de l’organisation' : `dans le fuseau du champ « ${field} »`
  return `N’envoie que${at}${on}, ${clocks} ; d’ici là, les contacts attendent.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `Exclut : ${them}` : `Exclut tous les contacts, sauf : ${them}`
}

const hasCondition = 'Exclut des contacts selon une condition.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'Règles d’envoi',
    lead: 'Une règle d’envoi décide pour chaque contact, quand son message est dû, s’il est exclu ou s’il attend. Les campagnes et les autorépondeurs indiquent la règle qu’ils suivent.',
    create: 'Nouvelle règle',
    fresh: 'Nouvelle règle d’envoi',
    empty: {
      title: 'Aucune règle d’envoi pour l’instant',
      text: 'Une règle peut exclure des contacts selon une condition, limiter le nombre de messages par contact sur quelques jours, et retenir les messages jusqu’aux bonnes heures dans leur fuseau horaire.',
    },
    name: 'Nom',
    nameHint: 'Visible uniquement par vos collègues.',
    list: 'Pour les campagnes et autorépondeurs de',
    listHint: 'Une condition sur les champs, campagnes ou segments d’une liste a besoin de cette liste.',
    allLists: 'Toutes les listes',
    does: 'Effet',
    condition: {
      title: 'Contacts exclus',
      text: 'La condition est examinée quand le message est dû, pour chaque contact.',
      none: 'Aucune condition : aucun contact n’est exclu ainsi.',
      which: 'Exclure',
      matching: 'les contacts pour lesquels la condition est vraie',
      not_matching: 'tous les autres',
      incomplete: 'Remplissez toutes les conditions.',
    },
    limit: {
      title: 'Nombre de messages par contact',
      text: 'Compte les messages de toutes les campagnes de l’organisation à l’adresse, sur toutes les listes. Les messages des autorépondeurs ne comptent pas.',
      max: 'Messages, au plus',
      days: 'En nombre de jours',
      none: 'Vide : pas de limite.',
    },
    hours: {
      title: 'Heures de départ des messages',
      text: 'En dehors de ces heures, les contacts attendent ; les autres continuent.',
      from: 'De',
      until: 'À',
      hint: 'Vide : toute la journée.',
      days: 'Ces jours-là',
      dayNames,
      field: 'Champ contenant le fuseau horaire de chaque contact',
      fieldHint:
        'Son nom, sur toutes les listes qui l’ont. Les contacts sans fuseau connu suivent celui de l’organisation.',
    },
    summary: 'En clair',
    nothing: 'Pour l’instant, la règle ne fait rien : ajoutez une condition, une limite ou des heures.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'Enregistrer la règle',
    saved: 'Enregistré. La règle vaut pour tous ceux dont le message n’est pas encore en route.',
    uses: {
      title: 'Utilisé par',
      none: 'Rien n’utilise cette règle.',
    },
    remove: {
      title: 'Supprimer',
      text: 'Une règle peut être supprimée tant que rien ne l’utilise.',
      inUse:
        'Suppression impossible tant que les éléments ci-dessus l’utilisent : choisissez-y d’abord une autre règle.',
    },
    choice: {
      label: 'Règle',
      none: 'Aucune règle',
      hint: 'Décide pour chaque contact, quand le message est dû : qui est exclu, et qui attend de meilleures heures.',
      sequenceHint: 'Elle est consultée avant chaque message de la séquence.',
      show: 'Voir la règle',
      notRemote: 'Pas sur les listes distantes : ces règles ont besoin de champs ou de segments',
    },
  },
}
