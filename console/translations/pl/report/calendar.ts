import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'Kalendarz',
    lead: (zone) => `Co wysłano i co zostanie wysłane, strefa ${zone}.`,
    views: { month: 'Miesiąc', week: 'Tydzień' },
    view: 'Pokaż',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'Wcześniej',
    later: 'Później',
    today: 'Dzisiaj',
    byAutoresponders: (value) =>
      plural(value, {
        one: '# wiadomość z autoresponderów',
        few: '# wiadomości z autoresponderów',
        other: '# wiadomości z autoresponderów',
      }),
    sentBy: (name, messages) => `${name}: ${count(messages)}`,
    none: 'W tych dniach nie zaczyna się żadna kampania.',
    move: (name) => `Przenieś „${name}”`,
    moveTo: 'Nowy dzień i godzina',
    save: 'Przenieś kampanię',
    over: 'Ten czas już minął. Wybierz inny.',
    moved: (name, at) => `„${name}” zaczyna się teraz ${at}.`,
    onlySent:
      'Wiadomości autoresponderów pojawiają się w dniu wysłania: termin następnych zależy od tego, co zrobią odbiorcy.',
    drag: 'Przeciągnij zaplanowaną kampanię na inny dzień albo naciśnij jej zegar.',
  },
}
