import type * as en from '../../../words/audit/asking.ts'

/** What a call that needs an approval offers, and what those who decide read. */
export const { askingWords }: typeof en = {
  askingWords: {
    title: 'Uma segunda pessoa tem de aprovar isto',
    hint: 'Nada mudou. Peça a aprovação: quem pode aprovar recebe um e-mail e vê exatamente isto, com os números. Depois de aprovado, executa-o com um clique.',
    mayNot: 'Nada mudou. Um administrador pode fazê-lo, ou pedi-lo.',
    note: 'Nota para quem decide',
    noteHint: 'Porquê, ou o que deve ser visto. Também consta do e-mail.',
    asked: 'Pedido enviado. Está em Aprovações; depois de aprovado, é executado lá.',
    free: 'Já ninguém tem de aprovar isto: pode executá-lo agora.',
    open: 'Abrir o pedido',
    one: {
      note: 'Nota',
      request: 'Exatamente isto',
      check: 'A revisão',
      preview: 'A mensagem',
      version: 'Versão',
      sample:
        'Tal como é com valores de exemplo. Aprova-se o que está guardado agora: uma alteração deixa a aprovação sem efeito.',
      others: 'Decide outra pessoa: ninguém decide sobre o próprio pedido, e só quem as regras indicam.',
      emergencyTitle: 'Numa emergência',
      emergencyText:
        'Pode fazê-lo sem aprovação. Fica registado e é comunicado por e-mail a todos os que podem aprovar.',
      emergencyReason: 'Porque não pode esperar',
      emergencyAct: 'Fazer sem aprovação',
      made: 'Abrir o resultado',
    },
  },
}
