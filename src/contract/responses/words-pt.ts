import type { PublicWords } from './words-en.ts'

export const pt: PublicWords = {
  askTitle: 'Pretende cancelar a subscrição?',
  askText: 'Deixará de receber mensagens de {list}.',
  leave: 'Cancelar a subscrição',
  leftTitle: 'A subscrição foi cancelada',
  leftText: 'Deixará de receber mensagens de {list}.',
  againTitle: 'A subscrição já tinha sido cancelada',
  againText: 'Já não recebe mensagens de {list}.',
  mistake: 'Foi um engano ou mudou de ideias?',
  comeBack: 'Voltar a subscrever',
  backTitle: 'A subscrição está novamente ativa',
  backText: 'Receberá as mensagens de {list} como antes.',
  fullTitle: 'De momento não é possível subscrever',
  fullText:
    '{list} não aceita mais subscritores de momento. Nada foi alterado. Tente novamente dentro de alguns dias.',
  deadTitle: 'Esta ligação não funciona',
  deadText: 'Pode ter sido cortada ou alterada pelo caminho. Use a ligação tal como aparece na mensagem.',
  laterTitle: 'Tente novamente dentro de momentos',
  laterText: 'O servidor não pode responder neste momento. Nada foi alterado.',
  imprint: 'Informação legal',
}
