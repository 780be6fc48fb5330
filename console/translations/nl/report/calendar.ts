import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'Agenda',
    lead: (zone) => `Wat is verstuurd en wat nog komt, in ${zone}.`,
    views: { month: 'Maand', week: 'Week' },
    view: 'Tonen',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'Eerder',
    later: 'Later',
    today: 'Vandaag',
    byAutoresponders: (value) =>
      plural(value, { one: '# bericht van autoresponders', other: '# berichten van autoresponders' }),
    sentBy: (name, messages) => `${name}: ${count(messages)}`,
    none: 'Op deze dagen begint geen campagne.',
    move: (name) => `‘${name}’ verplaatsen`,
    moveTo: 'Nieuwe dag en tijd',
    save: 'Campagne verplaatsen',
    over: 'Deze tijd is voorbij. Kies een andere.',
    moved: (name, at) => `‘${name}’ begint nu op ${at}.`,
    onlySent:
      'Berichten van autoresponders staan op de dag waarop ze zijn verzonden: wanneer de volgende vertrekken, hangt af van wat contacten doen.',
    drag: 'Sleep wat gepland is naar een andere dag, of druk op de klok.',
  },
}
