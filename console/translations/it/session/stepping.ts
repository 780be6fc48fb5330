import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'Un’altra organizzazione',
    youAreIn: 'Sei in',
    asAdministrator: 'come amministratore di sistema. Ciò che fai è annotato nel suo registro di audit.',
    leave: (name) => `Esci da ${name}`,
    switch: 'Vai a un’altra organizzazione',
    switchFrom: (name) => `${name}: vai a un’altra organizzazione`,
    change: (name) => `Vai a ${name}`,
    find: 'Nome di un’organizzazione',
    typeName: 'Scrivi una parte del suo nome.',
    noneCalled: 'Nessuna organizzazione ha questo nel nome.',
    elsewhere: {
      title: 'Una pagina di un’altra organizzazione',
      own: (name) => `Questa pagina appartiene a ${name}, la tua organizzazione.`,
      other: (id) =>
        `Questa pagina appartiene all’organizzazione ${id}. Come amministratore di sistema puoi entrarvi; il suo registro di audit lo annota.`,
      into: (id) => `Entra nell’organizzazione ${id}`,
    },
  },
}
