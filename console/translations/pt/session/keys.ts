import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'Visão geral'],
  c: ['/campaigns', 'Campanhas'],
  l: ['/lists', 'Listas'],
  p: ['/people', 'Contactos'],
  s: ['/segments', 'Segmentos'],
  i: ['/imports', 'Importações'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'Teclas',
  lead: 'As teclas simples funcionam quando não se está a escrever. A paleta desativa-as neste navegador: Ctrl K continua a funcionar.',
  groups: [
    {
      title: 'Em todo o lado',
      keys: [
        [['Ctrl', 'K'], 'Pesquisar, ir para uma página, fazer algo'],
        [['/'], 'O mesmo'],
        [['?'], 'Esta página'],
        [['Esc'], 'Fechar o que está aberto por cima'],
        [['Tab'], 'Campo ou botão seguinte'],
        [['Enter'], 'Seguir uma ligação, premir um botão, enviar um formulário'],
      ],
    },
    { title: 'Ir para', keys: going },
    {
      title: 'Gráficos',
      keys: [
        [['t'], 'Mostrar os números como tabela, e voltar'],
        [['←', '→'], 'Ler o gráfico ponto a ponto, quando está selecionado'],
      ],
    },
    {
      title: 'Listas e menus',
      keys: [
        [['↑', '↓'], 'Escolher; mover um campo ou uma condição pela pega'],
        [['Home', 'End'], 'Primeiro e último'],
        [['Espaço'], 'Assinalar uma caixa'],
      ],
    },
  ],
}
