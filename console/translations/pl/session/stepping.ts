import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'Inna organizacja',
    youAreIn: 'Jesteś w organizacji',
    asAdministrator: 'jako administrator systemu. Twoje działania są zapisywane w jej dzienniku audytu.',
    leave: (name) => `Wyjdź z „${name}”`,
    switch: 'Przejdź do innej organizacji',
    switchFrom: (name) => `${name}: przejdź do innej organizacji`,
    change: (name) => `Przejdź do „${name}”`,
    find: 'Nazwa organizacji',
    typeName: 'Wpisz część jej nazwy.',
    noneCalled: 'Żadna organizacja nie ma tego w nazwie.',
    elsewhere: {
      title: 'Strona innej organizacji',
      own: (name) => `Ta strona należy do Twojej organizacji „${name}”.`,
      other: (id) =>
        `Ta strona należy do organizacji ${id}. Jako administrator systemu możesz do niej wejść; jej dziennik audytu to zapisze.`,
      into: (id) => `Wejdź do organizacji ${id}`,
    },
  },
}
