import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'Imagens',
    lead: 'Imagens das mensagens e logótipos. Quem recebe uma mensagem carrega-as daqui.',
    search: 'Pesquisar por nome de ficheiro',
    upload: 'Carregar uma imagem',
    empty: {
      title: 'Ainda não há imagens',
      text: 'Carregue uma imagem aqui ou no editor de uma mensagem.',
    },
    none: 'Nenhuma imagem tem esse nome.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `Adicionada ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'Utilizações não contadas'
      if (value === 0) return 'Não utilizada'
      return value === 1 ? 'Utilizada uma vez' : `Utilizada ${count(value)} vezes`
    },
    of: (name) => `Utilizações de ${name}`,
    shown: 'Mostrada por',
    notShown: 'Nenhuma mensagem, modelo ou logótipo mostra esta imagem.',
    unknown: 'Há demasiadas mensagens para procurar esta imagem.',
    copy: 'Copiar o endereço',
    copyOf: (name) => `Copiar o endereço: ${name}`,
    removal: {
      button: 'Eliminar',
      of: (name) => `Eliminar ${name}`,
      title: (name) => `Eliminar ${name}?`,
      lost: 'Estes elementos mostram-na e vão perdê-la, mesmo as mensagens já enviadas. Esta ação não pode ser anulada.',
      notUsed: 'Nenhuma mensagem, modelo ou logótipo a mostra. Esta ação não pode ser anulada.',
      unknown:
        'Há demasiadas mensagens para procurar esta imagem. Tudo o que a mostra vai perdê-la, mesmo as mensagens já enviadas. Esta ação não pode ser anulada.',
      action: (name) => `Eliminar ${name}`,
    },
    foreign: {
      title: (value) =>
        value === 1 ? 'Uma imagem está noutro servidor' : `${count(value)} imagens estão noutros servidores`,
      text: (hosts) =>
        `De ${hosts}. Se forem movidas ou eliminadas lá, as suas mensagens perdem-nas, mesmo as já enviadas. Esse servidor também vê quem abre as suas mensagens. A pré-visualização não as mostra.`,
      copy: (value) =>
        value === 1 ? 'Copiá-la para o Quiver' : `Copiar as ${count(value)} imagens para o Quiver`,
      done: (value) => (value === 1 ? 'Uma imagem foi copiada.' : `${count(value)} imagens foram copiadas.`),
      failed: 'Não foi possível copiar:',
    },
  },
}
