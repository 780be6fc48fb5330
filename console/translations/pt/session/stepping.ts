import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'Outra organização',
    youAreIn: 'Está em',
    asAdministrator: 'como administrador do sistema. O que fizer fica no registo de auditoria dela.',
    leave: (name) => `Sair de ${name}`,
    switch: 'Ir para outra organização',
    switchFrom: (name) => `${name}: ir para outra organização`,
    change: (name) => `Ir para ${name}`,
    find: 'Nome de uma organização',
    typeName: 'Escreva uma parte do nome.',
    noneCalled: 'Nenhuma organização tem isto no nome.',
    elsewhere: {
      title: 'Uma página de outra organização',
      own: (name) => `Esta página pertence a ${name}, a sua própria organização.`,
      other: (id) =>
        `Esta página pertence à organização ${id}. Como administrador do sistema pode entrar nela; fica no registo de auditoria dela.`,
      into: (id) => `Entrar na organização ${id}`,
    },
  },
}
