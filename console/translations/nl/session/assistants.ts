import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'Een programma voor je laten werken',
    who: 'Programma',
    whoHint: 'Zo noemt het zichzelf. Niemand heeft het gecontroleerd.',
    where: 'Het antwoord gaat naar',
    ownMachine: (host) => `${host}, een programma op deze computer`,
    organization: 'In de organisatie',
    you: 'Namens',
    warning: 'Ga alleen akkoord als je dit programma zojuist zelf met Quiver hebt verbonden.',
    what: 'Wat het mag',
    read: 'Lezen, en niets wijzigen',
    change: 'Lezen, en wijzigingen plannen en uitvoeren',
    limits:
      'Nooit meer dan jij op dat moment mag. Het maakt geen sleutels, gebruikers of rechten, keurt niets goed, en wat goedkeuring nodig heeft, wacht op een mens.',
    lists: 'Lijsten',
    allLists: 'Alle die je ziet',
    someLists: 'Alleen deze',
    days: 'Hoe lang',
    daysOf: (days) => (days === 1 ? 'Eén dag' : `${count(days)} dagen`),
    agree: 'Toestaan',
    refuse: 'Weigeren',
    leaving: 'Je gaat terug naar het programma. Je kunt deze pagina sluiten.',
    own: {
      title: 'Programma’s die voor je werken',
      lead: 'Assistenten die namens jou mogen lezen of wijzigen. Beëindigen werkt meteen.',
      program: 'Programma',
      may: 'Mag',
      reads: 'lezen',
      changes: 'lezen en wijzigen',
      lists: (number) => (number === 1 ? ', één lijst' : `, ${count(number)} lijsten`),
      used: 'Laatst gebruikt',
      never: 'Nooit',
      ends: 'Eindigt',
      action: 'Actie',
      end: 'Beëindigen',
      endOne: (name) => `${name} beëindigen`,
    },
  },
}
