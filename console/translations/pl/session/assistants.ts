import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'Pozwól programowi działać w Twoim imieniu',
    who: 'Program',
    whoHint: 'Sam tak się nazywa. Nikt tego nie sprawdził.',
    where: 'Odpowiedź trafi do',
    ownMachine: (host) => `${host}, program na tym komputerze`,
    organization: 'W organizacji',
    you: 'W imieniu',
    warning: 'Zgódź się tylko wtedy, gdy to Ty podłączasz właśnie ten program do Quivera.',
    what: 'Co może robić',
    read: 'Odczytywać, niczego nie zmieniać',
    change: 'Odczytywać oraz planować i wykonywać zmiany',
    limits:
      'Nigdy więcej, niż możesz w danej chwili. Nie tworzy kluczy, użytkowników ani praw, niczego nie akceptuje, a to, co wymaga akceptacji, czeka na człowieka.',
    lists: 'Listy',
    allLists: 'Wszystkie, które widzisz',
    someLists: 'Tylko te',
    days: 'Na jak długo',
    daysOf: (days) => (days === 1 ? 'Jeden dzień' : `${count(days)} dni`),
    agree: 'Pozwól',
    refuse: 'Odmów',
    leaving: 'Trwa powrót do programu. Możesz zamknąć tę stronę.',
    own: {
      title: 'Programy działające w Twoim imieniu',
      lead: 'Asystenci, którzy mogą odczytywać lub zmieniać dane w Twoim imieniu. Zakończenie działa od razu.',
      program: 'Program',
      may: 'Może',
      reads: 'odczyt',
      changes: 'odczyt i zmiany',
      lists: (number) => (number === 1 ? ', jedna lista' : `, listy: ${count(number)}`),
      used: 'Ostatnie użycie',
      never: 'Nigdy',
      ends: 'Koniec',
      action: 'Działanie',
      end: 'Zakończ',
      endOne: (name) => `Zakończ „${name}”`,
    },
  },
}
