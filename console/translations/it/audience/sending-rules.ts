import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = plural(max, { one: '# messaggio', other: '# messaggi' })
  return `Esclude chi ha ricevuto ${messages} di campagne ${days === 1 ? 'nell’ultimo giorno' : `negli ultimi ${count(days)} giorni`}.`
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
    from === null || until === null
      ? ''
      : ` dalle ${from} alle ${until}${until < from ? ' del giorno dopo' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'nel fuso dell’organizzazione' : `nel fuso del campo «${field}»`
  return `Invia solo${at}${on}, ${clocks}; fino ad allora i contatti attendono.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `Esclude: ${them}` : `Esclude tutti tranne: ${them}`
}

const hasCondition = 'Esclude contatti in base a una condizione.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'Regole di invio',
    lead: 'Una regola di invio decide per ogni contatto, quando è il momento del suo messaggio, se viene escluso o attende. Campagne e autorisponditori indicano la regola che seguono.',
    create: 'Nuova regola',
    fresh: 'Nuova regola di invio',
    empty: {
      title: 'Nessuna regola di invio per ora',
      text: 'Una regola può escludere contatti in base a una condizione, limitare quanti messaggi riceve un contatto in alcuni giorni e trattenere i messaggi fino alle ore giuste nel suo fuso orario.',
    },
    name: 'Nome',
    nameHint: 'Visibile solo ai tuoi colleghi.',
    list: 'Per campagne e autorisponditori di',
    listHint: 'Una condizione su campi, campagne o segmenti di una lista richiede quella lista.',
    allLists: 'Tutte le liste',
    does: 'Che cosa fa',
    condition: {
      title: 'Chi viene escluso',
      text: 'La condizione viene esaminata per ogni contatto, quando è il momento del messaggio.',
      none: 'Nessuna condizione: nessuno viene escluso in questo modo.',
      which: 'Escludi',
      matching: 'i contatti per cui la condizione è vera',
      not_matching: 'tutti gli altri',
      incomplete: 'Completa ogni condizione.',
    },
    limit: {
      title: 'Quanti messaggi riceve un contatto',
      text: 'Conta i messaggi di tutte le campagne dell’organizzazione all’indirizzo, su qualsiasi lista. I messaggi degli autorisponditori non contano.',
      max: 'Messaggi, al massimo',
      days: 'In quanti giorni',
      none: 'Vuoto: nessun limite.',
    },
    hours: {
      title: 'Quando partono i messaggi',
      text: 'Al di fuori di queste ore i contatti attendono; gli altri proseguono.',
      from: 'Dalle',
      until: 'Alle',
      hint: 'Vuoto: tutto il giorno.',
      days: 'In questi giorni',
      dayNames,
      field: 'Campo con il fuso orario di ogni contatto',
      fieldHint:
        'Il suo nome, in ogni lista che lo ha. I contatti senza un fuso noto seguono quello dell’organizzazione.',
    },
    summary: 'A parole',
    nothing: 'Per ora la regola non fa nulla: aggiungi una condizione, un limite o delle ore.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'Salva la regola',
    saved: 'Salvato. Vale per tutti coloro il cui messaggio non è ancora in viaggio.',
    uses: {
      title: 'Utilizzato da',
      none: 'Nulla utilizza questa regola.',
    },
    remove: {
      title: 'Elimina',
      text: 'Una regola può essere eliminata finché nulla la utilizza.',
      inUse:
        'Non può essere eliminata finché gli elementi sopra la utilizzano: scegli prima lì un’altra regola.',
    },
    choice: {
      label: 'Regola',
      none: 'Nessuna regola',
      hint: 'Decide per ogni contatto quando è il momento del messaggio: chi viene escluso e chi attende ore migliori.',
      sequenceHint: 'Viene consultata prima di ogni messaggio della sequenza.',
      show: 'Mostra la regola',
      notRemote: 'Non su liste remote: queste regole richiedono campi o segmenti',
    },
  },
}
