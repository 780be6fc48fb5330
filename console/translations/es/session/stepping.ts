import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'Otra organización',
    youAreIn: 'Está en',
    asAdministrator: 'como administrador del sistema. Lo que haga queda en su registro de auditoría.',
    leave: (name) => `Salir de ${name}`,
    switch: 'Ir a otra organización',
    switchFrom: (name) => `${name}: ir a otra organización`,
    change: (name) => `Ir a ${name}`,
    find: 'Nombre de una organización',
    typeName: 'Escriba una parte de su nombre.',
    noneCalled: 'Ninguna organización contiene esto en su nombre.',
    elsewhere: {
      title: 'Una página de otra organización',
      own: (name) => `Esta página pertenece a ${name}, su propia organización.`,
      other: (id) =>
        `Esta página pertenece a la organización ${id}. Como administrador del sistema puede entrar en ella; queda en su registro de auditoría.`,
      into: (id) => `Entrar en la organización ${id}`,
    },
  },
}
