import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'Calendario',
    lead: (zone) => `Ciò che è stato inviato e ciò che lo sarà, in ${zone}.`,
    views: { month: 'Mese', week: 'Settimana' },
    view: 'Mostra',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'Prima',
    later: 'Dopo',
    today: 'Oggi',
    byAutoresponders: (value) =>
      plural(value, { one: '# messaggio da autorisponditori', other: '# messaggi da autorisponditori' }),
    sentBy: (name, messages) => `${name}: ${count(messages)}`,
    none: 'Nessuna campagna inizia in questi giorni.',
    move: (name) => `Sposta «${name}»`,
    moveTo: 'Nuovo giorno e ora',
    save: 'Sposta la campagna',
    over: 'Quest’ora è passata. Ne scelga un’altra.',
    moved: (name, at) => `«${name}» ora inizia il ${at}.`,
    onlySent:
      'I messaggi degli autorisponditori compaiono nel giorno in cui sono stati inviati: quando partono i prossimi dipende da ciò che fanno i contatti.',
    drag: 'Trascini ciò che è pianificato su un altro giorno, o prema il suo orologio.',
  },
}
