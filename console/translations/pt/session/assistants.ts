import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'Permitir que um programa aja por si',
    who: 'Programa',
    whoHint: 'É o nome que se dá a si próprio. Ninguém o verificou.',
    where: 'A resposta vai para',
    ownMachine: (host) => `${host}, um programa neste computador`,
    organization: 'Na organização',
    you: 'Em nome de',
    warning: 'Aceite apenas se acabou de ligar este programa ao Quiver.',
    what: 'O que pode fazer',
    read: 'Ler, sem alterar nada',
    change: 'Ler, e planear e executar alterações',
    limits:
      'Nunca mais do que você pode nesse momento. Não cria chaves, utilizadores nem direitos, não aprova nada, e o que exige aprovação aguarda por uma pessoa.',
    lists: 'Listas',
    allLists: 'Todas as que vê',
    someLists: 'Apenas estas',
    days: 'Durante quanto tempo',
    daysOf: (days) => (days === 1 ? 'Um dia' : `${count(days)} dias`),
    agree: 'Permitir',
    refuse: 'Recusar',
    leaving: 'A voltar ao programa. Pode fechar esta página.',
    own: {
      title: 'Programas que agem por si',
      lead: 'Assistentes que autorizou a ler ou alterar em seu nome. Terminar um tem efeito imediato.',
      program: 'Programa',
      may: 'Pode',
      reads: 'ler',
      changes: 'ler e alterar',
      lists: (number) => (number === 1 ? ', uma lista' : `, ${count(number)} listas`),
      used: 'Última utilização',
      never: 'Nunca',
      ends: 'Termina',
      action: 'Ação',
      end: 'Terminar',
      endOne: (name) => `Terminar ${name}`,
    },
  },
}
