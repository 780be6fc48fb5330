import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/readers.ts'
export const readerWords: typeof en.readerWords = {
  title: 'Páginas para os leitores',
  lead: 'O que os contactos desta lista veem e podem escolher quando abrem as suas preferências ou cancelam a subscrição.',
  open: 'Páginas para os leitores',
  choice: {
    title: 'O que os leitores podem escolher',
    isPublic: 'Os leitores das suas outras listas podem encontrar e subscrever esta',
    isPublicHint:
      'Na página de preferências. Quem subscreve fica logo ativo, porque a ligação provou o seu endereço.',
    keyed:
      'Os contactos desta lista distinguem-se por um campo, por isso ninguém pode subscrever só com um endereço.',
    name: 'Nome que os leitores veem',
    nameHint: (name) => `Se estiver vazio: ${name}.`,
    description: 'Descrição que os leitores veem',
    fields: 'Campos que os contactos podem alterar',
    fieldsHint: 'Quem tiver a ligação de uma mensagem pode ver os seus valores.',
    noFields: 'Esta lista ainda não tem campos.',
    code: 'Para criar numa mensagem uma ligação para a página, utilize o código',
    save: 'Guardar a escolha',
    saved: 'Guardado. Os leitores já o veem.',
  },
  look: {
    title: 'Aspeto',
    lead: 'O que deixar vazio é retirado da marca da organização.',
    inherited: 'Se estiver vazio, é retirado da marca da organização.',
  },
  texts: {
    title: 'Textos',
    lead: 'Estes são os textos atuais. Escreva os seus onde esta lista precisar de outros.',
    language: 'Idioma',
    page: 'Página',
    pages: {
      ask: 'Pergunta antes do cancelamento',
      left: 'Subscrição cancelada',
      again: 'Subscrição já cancelada',
      back: 'Subscrito novamente',
      full: 'Lista cheia',
      preferences: 'Preferências',
      change: 'Mudança de endereço',
      form: 'Formulário',
      formMail: 'E-mail de um formulário',
      dead: 'Ligação inválida',
      other: 'Outras páginas',
    },
    own: (text) => `Em vez de: ${text}`,
    placeholder: 'Sem alterações',
    keep: (names) => `Mantenha ${names}: um valor ocupa esse lugar.`,
    save: (count) => `Guardar ${count} ${plural(count, { one: 'texto', other: 'textos' })}`,
    saveNone: 'Guardar os textos',
    saved: 'Guardado. Os leitores já o veem.',
    example: { list: 'Newsletter', other: 'Receitas', email: 'ann@example.com', field: 'Nome próprio' },
  },
}

export const pauseWords: typeof en.pauseWords = {
  until: (day) => `Em pausa até ${day}: até lá, não recebe campanhas nem respostas automáticas desta lista.`,
  end: 'Terminar a pausa',
  ended: 'A pausa terminou.',
}
