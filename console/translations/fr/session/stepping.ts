import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'Autre organisation',
    youAreIn: 'Vous êtes dans',
    asAdministrator:
      'en tant qu’administrateur système. Vos actions sont enregistrées dans son journal d’audit.',
    leave: (name) => `Quitter ${name}`,
    switch: 'Aller à une autre organisation',
    switchFrom: (name) => `${name} : aller à une autre organisation`,
    change: (name) => `Aller à ${name}`,
    find: 'Nom d’une organisation',
    typeName: 'Saisissez une partie de son nom.',
    noneCalled: 'Aucune organisation ne porte ce nom.',
    elsewhere: {
      title: 'Une page d’une autre organisation',
      own: (name) => `Cette page appartient à ${name}, votre propre organisation.`,
      other: (id) =>
        `Cette page appartient à l’organisation ${id}. En tant qu’administrateur système, vous pouvez y entrer ; son journal d’audit l’enregistre.`,
      into: (id) => `Entrer dans l’organisation ${id}`,
    },
  },
}
