import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count, plural } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuut', other: 'minuten' },
  hours: { one: 'uur', other: 'uur' },
  days: { one: 'dag', other: 'dagen' },
  weeks: { one: 'week', other: 'weken' },
}

const weekdays = ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length =
    amount === 0 ? '' : `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} later`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} of ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `op de eerstvolgende ${on}`
      : `om de eerstvolgende ${time}${on === '' ? '' : ` op ${on}`}`
  if (length === '' && next === '') return 'Meteen'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, dan ${next}`
}

const previous = {
  any: '',
  opened: 'het vorige bericht is geopend',
  not_opened: 'het vorige bericht niet is geopend',
  clicked: 'op een link in het vorige bericht is geklikt',
  not_clicked: 'op geen link in het vorige bericht is geklikt',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `dit geldt: ‘${phrase}’`
  return sentence === '' ? '' : `dit geldt: ‘${sentence.replace(/\.$/, '')}’`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `het contact in ${name} zit`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Alleen als ${parts.join(', en als ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = { end: 'Anders eindigt de reeks', skip: 'Anders wordt deze stap overgeslagen' }

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'Reeks',
    steps: 'Stappen',
    none: 'Er volgt niets op het bericht. Voeg stappen toe om er een reeks van te maken, zoals een cursus of een herinnering.',
    first: 'Eerste bericht',
    blank: 'Het heeft nog geen onderwerp.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `${count(sent)} verzonden, ${count(opened)} geopend, ${count(clicked)} geklikt`,
    waiting: (value, isExact) =>
      `${people(value, isExact)} ${plural(value, { one: 'wacht', other: 'wachten' })}`,
    nobodyWaits: 'Niemand wacht',
    ended: (value) => `de reeks eindigde hier voor ${people(value)}`,
    skipped: (value) => `${people(value)} ${plural(value, { one: 'sloeg', other: 'sloegen' })} deze over`,
    stuck: (reason) => `De berichten wachten: ${reason}.`,
    removed: (name) =>
      `${name} (verwijderd): wie hier wacht, gaat verder op het tijdstip waarop de stap aan de beurt was geweest.`,
    paused: 'Tijdens een pauze houdt iedereen plaats en tijd.',
    edit: (name) => `Bericht bewerken: ${name}`,
    editWord: 'Bericht bewerken',
    change: 'Wachttijd en voorwaarde',
    changeOf: (name) => `Wachttijd en voorwaarde van ${name} wijzigen`,
    up: (name) => `${name} omhoog`,
    down: (name) => `${name} omlaag`,
    remove: (name) => `${name} verwijderen`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'Niemand wacht erop. Wat verzonden is, blijft in de rapporten.'
        : `${people(value, isExact)} ${plural(value, { one: 'wacht erop en gaat', other: 'wachten erop en gaan' })} zonder het bericht verder op het tijdstip waarop het aan de beurt was geweest. Wat verzonden is, blijft in de rapporten.`,
    removeDo: 'Stap verwijderen',
    add: 'Stap toevoegen',
    fresh: {
      title: 'Nieuwe stap',
      lead: 'De stap wordt toegevoegd als je het bericht opslaat. Wie de plaats nog niet heeft bereikt, krijgt hem.',
      save: 'Stap toevoegen',
    },
    message: (name) => `Bericht van ${name}`,
    fields: {
      name: 'Naam van de stap',
      amount: 'Wachten na het vorige bericht',
      unit: 'Eenheid',
      units: { minutes: 'minuten', hours: 'uur', days: 'dagen', weeks: 'weken' },
      time: 'Dan wachten tot dit tijdstip van de dag',
      timeHint: (zone) => `Leeg: op elk tijdstip. In ${zone}.`,
      weekdays: 'Alleen op deze dagen',
      weekdaysHint: 'Niets gekozen: elke dag.',
      weekdayNames: weekdays,
      previous: 'Alleen contacten die',
      previousKinds: {
        any: 'iets of niets deden',
        opened: 'het vorige bericht openden',
        not_opened: 'het vorige bericht niet openden',
        clicked: 'op een link in het vorige bericht klikten',
        not_clicked: 'op geen link in het vorige bericht klikten',
      },
      segment: 'Alleen contacten in dit segment',
      anybody: 'Geen segment',
      ownClauses: 'Voorwaarden van alleen deze stap',
      loading: 'Laden…',
      otherwise: 'Voor alle anderen',
      otherwiseKinds: { end: 'eindigt de reeks', skip: 'wordt de stap overgeslagen' },
      save: 'Stap opslaan',
      keeps: 'Wie al wacht, houdt zijn tijd.',
    },
    places: {
      title: (name) => `Contacten in ${name}`,
      lead: 'Contacten die tussen twee berichten zitten, en wat er volgt.',
      caption: 'Contacten in de reeks',
      step: 'Wacht op',
      everyStep: 'Elke stap',
      person: 'Contact',
      due: 'Aan de beurt',
      entered: 'Sinds',
      takeOut: (email) => `${email} eruit halen`,
      takeOutWord: 'Eruit halen',
      takeOutText: 'Krijgt geen berichten van deze reeks meer, tenzij iets de reeks opnieuw start.',
      takeOutDo: 'Contact eruit halen',
      empty: {
        title: 'Niemand wacht',
        text: 'Contacten staan hier van hun eerste tot hun laatste bericht.',
      },
      removedStep: (name) => `${name} (verwijderd)`,
      zone: (zone) => `Tijden in ${zone}.`,
    },
    ofPerson: {
      title: 'Reeksen',
      none: 'Nu in geen reeks.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'gepauzeerd',
    },
  },
}
