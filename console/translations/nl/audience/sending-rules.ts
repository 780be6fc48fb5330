import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = plural(max, { one: '# bericht', other: '# berichten' })
  return `Laat contacten weg die ${messages} van campagnes kregen in de laatste ${days === 1 ? 'dag' : `${count(days)} dagen`}.`
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
  const on = days.length === 7 ? '' : ` op ${daysOf(days)}`
  const at =
    from === null || until === null
      ? ''
      : ` van ${from} tot ${until}${until < from ? ' de volgende dag' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'in de zone van de organisatie' : `in de zone uit het veld ‘${field}’`
  return `Verzendt alleen${at}${on}, ${clocks}; tot dan wachten contacten.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `Laat weg: ${them}` : `Laat iedereen weg behalve: ${them}`
}

const hasCondition = 'Laat contacten weg met een voorwaarde.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'Verzendregels',
    lead: 'Een verzendregel beslist voor elk contact, als het bericht aan de beurt is, of het wordt weggelaten of wacht. Campagnes en autoresponders noemen de regel die ze volgen.',
    create: 'Nieuwe regel',
    fresh: 'Nieuwe verzendregel',
    empty: {
      title: 'Nog geen verzendregels',
      text: 'Een regel kan contacten met een voorwaarde weglaten, beperken hoeveel berichten een contact in een aantal dagen krijgt, en berichten vasthouden tot het in hun tijdzone de juiste tijd is.',
    },
    name: 'Naam',
    nameHint: 'Alleen zichtbaar voor je collega’s.',
    list: 'Voor campagnes en autoresponders van',
    listHint: 'Een voorwaarde over de velden, campagnes of segmenten van één lijst heeft die lijst nodig.',
    allLists: 'Alle lijsten',
    does: 'Wat de regel doet',
    condition: {
      title: 'Wie wordt weggelaten',
      text: 'De voorwaarde wordt voor elk contact bekeken als het bericht aan de beurt is.',
      none: 'Geen voorwaarde: hierdoor wordt niemand weggelaten.',
      which: 'Weglaten',
      matching: 'contacten voor wie de voorwaarde geldt',
      not_matching: 'alle anderen',
      incomplete: 'Vul elke voorwaarde in.',
    },
    limit: {
      title: 'Hoeveel berichten een contact krijgt',
      text: 'Telt berichten van alle campagnes van de organisatie aan het adres, op elke lijst. Berichten van autoresponders tellen niet mee.',
      max: 'Berichten, hoogstens',
      days: 'In zoveel dagen',
      none: 'Leeg: geen limiet.',
    },
    hours: {
      title: 'Wanneer berichten vertrekken',
      text: 'Buiten deze uren wachten contacten; de andere gaan door.',
      from: 'Van',
      until: 'Tot',
      hint: 'Leeg: de hele dag.',
      days: 'Op deze dagen',
      dayNames,
      field: 'Veld met de tijdzone van elk contact',
      fieldHint:
        'De naam ervan, op elke lijst die het heeft. Contacten zonder bekende zone volgen die van de organisatie.',
    },
    summary: 'In woorden',
    nothing: 'De regel doet nog niets: voeg een voorwaarde, een limiet of uren toe.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'Regel opslaan',
    saved: 'Opgeslagen. Geldt voor iedereen van wie het bericht nog niet onderweg is.',
    uses: {
      title: 'Gebruikt door',
      none: 'Niets gebruikt deze regel.',
    },
    remove: {
      title: 'Verwijderen',
      text: 'Een regel kan worden verwijderd zolang niets hem gebruikt.',
      inUse:
        'Kan niet worden verwijderd zolang het bovenstaande hem gebruikt: kies daar eerst een andere regel.',
    },
    choice: {
      label: 'Regel',
      none: 'Geen regel',
      hint: 'Beslist voor elk contact als het bericht aan de beurt is: wie wordt weggelaten en wie op betere uren wacht.',
      sequenceHint: 'Wordt vóór elk bericht van de reeks geraadpleegd.',
      show: 'Regel bekijken',
      notRemote: 'Niet op externe lijsten: deze regels hebben velden of segmenten nodig',
    },
  },
}
