import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'A carregar',
    tryAgain: 'Tentar novamente',
    showPassword: 'Mostrar a palavra-passe',
    close: 'Fechar',
    request: (id) => `Pedido ${id}`,
    asOf: (at, kind, message) =>
      `Dados das ${clock(at)}. ${{ offline: 'O servidor não responde; a tentar novamente.', forbidden: 'Já não tem permissão para ver isto.', stale: message, missing: 'Isto já não existe.', busy: 'Houve demasiados pedidos.', later: message, server: 'Ocorreu um erro no servidor.', refused: message }[kind]}`,
    skip: 'Ir para o conteúdo',
    menu: 'Menu',
    openMenu: 'Abrir o menu',
    account: 'Conta',
    ownAccount: 'A sua conta',
    logOut: 'Terminar sessão',
    language: 'Idioma',
    theme: { title: 'Aspeto', light: 'Claro', dark: 'Escuro', auto: 'Igual ao sistema' },
    pages: {
      title: 'Páginas',
      range: (first, last, total) => `${first} a ${last} de ${total}`,
      earlier: 'Anterior',
      later: 'Seguinte',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'Sem ligação ao servidor',
          text: 'O que escreveu fica guardado aqui. Tente novamente dentro de momentos.',
        },
        forbidden: {
          title: 'Não tem acesso a isto',
          text: 'Um administrador da organização pode dar-lhe permissão.',
        },
        stale: {
          title: 'Entretanto, outra pessoa alterou isto',
          text: `Alterado por ${message}. O que escreveu ainda está aqui: guarde novamente para substituir essa alteração, ou abra a página outra vez para a ver.`,
        },
        missing: { title: 'Não há nada aqui', text: 'Não existe, ou não tem acesso.' },
        busy: { title: 'Demasiados pedidos', text: message },
        later: { title: 'O servidor não pode fazer isto agora', text: message },
        server: {
          title: 'Ocorreu um erro no servidor',
          text: 'Tente novamente. Se voltar a acontecer, comunique ao operador o pedido indicado abaixo.',
        },
        refused: { title: 'Não resultou', text: message },
      })[kind],
    broken: {
      title: 'Esta parte da página falhou',
      text: 'O resto continua a funcionar.',
      reload: 'Recarregar',
    },
    cancel: 'Voltar',
    leaving: {
      title: 'Sair sem guardar?',
      text: 'As alterações nesta página ainda não foram guardadas.',
      go: 'Sair sem guardar',
    },
    saved: 'Guardado.',
    more: (rest) => `mais ${count(rest)}: escreva uma parte do nome`,
    copy: { action: 'Copiar', done: 'Copiado', of: (label) => `Copiar: ${label}` },
    notFound: {
      title: 'Não há nada aqui',
      text: 'Foi eliminado, pertence a outra organização ou o endereço está errado.',
      to: (place) => `Voltar a ${place}`,
    },
    gone: {
      title: 'Isto já não existe',
      text: 'Foi eliminado enquanto esta página estava aberta. O que vê abaixo é anterior e já não pode ser alterado.',
    },
    unreachable: {
      title: 'O servidor não responde',
      text: 'Verifique se o Quiver está em execução e tente novamente.',
    },
    outOfReach:
      'Não é possível aceder ao servidor. O que escreveu fica guardado e a página volta a ligar-se sozinha.',
    sessionOver: {
      title: 'A sua sessão terminou',
      text: 'Inicie sessão novamente. O que escreveu na página ainda lá está.',
    },
  },
}
