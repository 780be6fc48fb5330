import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'Andere organisatie',
    youAreIn: 'Je bent in',
    asAdministrator: 'als systeembeheerder. Wat je doet, wordt in de auditlog ervan vastgelegd.',
    leave: (name) => `${name} verlaten`,
    switch: 'Naar een andere organisatie',
    switchFrom: (name) => `${name}: naar een andere organisatie`,
    change: (name) => `Naar ${name}`,
    find: 'Naam van een organisatie',
    typeName: 'Typ een deel van de naam.',
    noneCalled: 'Geen enkele organisatie heeft dit in de naam.',
    elsewhere: {
      title: 'Een pagina van een andere organisatie',
      own: (name) => `Deze pagina hoort bij ${name}, je eigen organisatie.`,
      other: (id) =>
        `Deze pagina hoort bij organisatie ${id}. Als systeembeheerder kun je die openen; de auditlog legt dat vast.`,
      into: (id) => `Organisatie ${id} openen`,
    },
  },
}
