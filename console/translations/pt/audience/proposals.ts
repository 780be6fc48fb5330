import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail: '{reason} {number} das {all} células preenchidas lidas falhariam, por exemplo “{cell}”.',
      called: 'A coluna tem este nome.',
      near: '“{header}” é “{field}” escrito de outra forma.',
      synonym: '“{header}” é outra palavra para “{field}”.',
      options: 'Todas as células são opções de “{field}”.',
      addresses: 'As células são endereços de e-mail.',
      proof:
        'Uma exportação escreveu-a como prova de um consentimento. Só os formulários criam provas; uma importação não pode.',
      empty: 'Nenhuma célula lida está preenchida.',
      left_out_before: 'A importação {import} deixou esta coluna de fora.',
      before: 'Na importação {import} tinha este significado.',
      mostly: 'Nenhum campo da lista serve; um novo serve para {number} das {all} células lidas.',
      few: 'Nenhum campo da lista serve; foram lidas poucas células para algo além de texto.',
      fresh: 'Nenhum campo da lista serve; um novo serve para todas as células lidas.',
      opt_out_doubt: '“{header}” parece um cancelamento: {how}. “{cell}” não é uma palavra conhecida.',
      opt_out: '“{header}” parece um cancelamento: {how}.',
      opt_out_of_doubt:
        '“{header}” é a coluna de cancelamentos de {product}: {how}. “{cell}” não é uma palavra conhecida.',
      opt_out_of: '“{header}” é a coluna de cancelamentos de {product}: {how}.',
      left: 'Células como “{cell}” significam que a pessoa cancelou a subscrição.',
    },
    meanings: {
      flag: '“sim” significa que a pessoa cancelou a subscrição',
      filled: 'uma célula preenchida significa que a pessoa cancelou a subscrição',
      refused: 'cada recusa significa que a pessoa não deu consentimento',
      consent: 'tudo exceto “sim” significa que a pessoa não deu consentimento',
      unconfirmed: '“não” significa que a pessoa não confirmou ou não está ativa',
      words: 'cada palavra tem o seu estado',
      codes:
        'um código significa que a pessoa está ativa; os outros podem significar que cancelou a subscrição',
    },
  },
}
