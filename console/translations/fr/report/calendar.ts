import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'Calendrier',
    lead: (zone) => `Ce qui a été envoyé et ce qui le sera, en ${zone}.`,
    views: { month: 'Mois', week: 'Semaine' },
    view: 'Afficher',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'Avant',
    later: 'Après',
    today: 'Aujourd’hui',
    byAutoresponders: (value) =>
      plural(value, { one: '# message d’autorépondeurs', other: '# messages d’autorépondeurs' }),
    sentBy: (name, messages) => `${name} : ${count(messages)}`,
    none: 'Aucune campagne ne commence ces jours-là.',
    move: (name) => `Déplacer « ${name} »`,
    moveTo: 'Nouveau jour et nouvelle heure',
    save: 'Déplacer la campagne',
    over: 'Cette heure est passée. Choisissez-en une autre.',
    moved: (name, at) => `« ${name} » commence maintenant le ${at}.`,
    onlySent:
      'Les messages des autorépondeurs apparaissent le jour de leur envoi : la date des prochains dépend de ce que font les contacts.',
    drag: 'Faites glisser ce qui est programmé vers un autre jour, ou appuyez sur son horloge.',
  },
}
