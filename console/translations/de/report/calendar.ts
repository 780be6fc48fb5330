import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'Kalender',
    lead: (zone) => `Was gesendet wurde und was noch kommt, in ${zone}.`,
    views: { month: 'Monat', week: 'Woche' },
    view: 'Anzeigen',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'Früher',
    later: 'Später',
    today: 'Heute',
    byAutoresponders: (value) =>
      plural(value, { one: '# Nachricht von Autorespondern', other: '# Nachrichten von Autorespondern' }),
    sentBy: (name, messages) => `${name}: ${count(messages)}`,
    none: 'An diesen Tagen beginnt keine Kampagne.',
    move: (name) => `„${name}“ verschieben`,
    moveTo: 'Neuer Tag und neue Uhrzeit',
    save: 'Kampagne verschieben',
    over: 'Diese Zeit ist vorbei. Wählen Sie eine andere.',
    moved: (name, at) => `„${name}“ beginnt jetzt am ${at}.`,
    onlySent:
      'Nachrichten von Autorespondern erscheinen an dem Tag, an dem sie gesendet wurden: Wann die nächsten fällig sind, hängt davon ab, was die Empfänger tun.',
    drag: 'Ziehen Sie Geplantes auf einen anderen Tag, oder drücken Sie die Uhr daneben.',
  },
}
