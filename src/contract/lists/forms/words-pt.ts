import type { FormWords } from './words-en.ts'

export const pt: FormWords = {
  title: 'Subscrever {list}',
  email: 'Endereço de e-mail',
  button: 'Subscrever',
  optional: '(opcional)',
  choose: 'Escolha uma opção',
  dayHint: 'Mês e dia, por exemplo 12-31',
  honeypot: 'Deixe este campo vazio',
  missing: 'Preencha este campo.',
  wrong: 'Verifique este campo.',
  emailWrong: 'Introduza um endereço de e-mail, por exemplo nome@example.com.',
  consentMissing: 'Dê o seu consentimento para que possamos escrever-lhe.',
  again: 'Verifique os dados que introduziu e carregue mais uma vez no botão.',
  needsScript:
    'Um breve cálculo no seu navegador protege este formulário contra programas automáticos. Ative o JavaScript e volte a carregar a página.',
  sentTitle: 'Consulte a sua caixa de correio',
  sentText:
    'Enviámos uma mensagem para {email}. A sua subscrição começa quando abrir a ligação que ela contém e confirmar. Se nada chegar dentro de alguns minutos, veja na pasta de spam.',
  singleTitle: 'Obrigado',
  singleText:
    'A sua subscrição de {list} foi recebida. Se o seu endereço ainda tiver de ser confirmado, receberá uma mensagem com uma ligação.',
  confirmTitle: 'Confirme a sua subscrição',
  confirmText: 'Assim que confirmar, receberá as mensagens de {list} no endereço {email}.',
  confirmButton: 'Sim, quero subscrever',
  thanksTitle: 'A subscrição está ativa',
  thanksText: 'Obrigado. A partir de agora receberá as mensagens de {list}.',
  expiredTitle: 'Esta ligação expirou',
  expiredText: 'Estas ligações são válidas durante sete dias. Nada foi alterado. Subscreva novamente.',
  signUpAgain: 'Subscrever novamente',
  closedTitle: 'Este formulário está fechado',
  closedText: 'De momento não aceita subscrições. Nada foi alterado.',
  tooManyTitle: 'Aguarde um minuto',
  tooManyText: 'Foram enviados demasiados formulários a partir da sua ligação. Nada foi alterado.',
  mailSubject: 'Confirme a sua subscrição de {list}',
  mailText:
    'Olá,\n\nrecebemos um pedido, provavelmente seu, para subscrever {list} com este endereço. Confirme que é isso que deseja.',
  mailButton: 'Confirmar a subscrição',
  mailUntil: 'A ligação é válida até {time}.',
  mailIgnore: 'Se o pedido não foi seu, não precisa de fazer nada: sem confirmação não receberá mensagens.',
  mailCopy: 'Se o botão não funcionar, copie este endereço para o seu navegador:',
  reminderSubject: 'Lembrete: {subject}',
  alreadySubject: 'A sua subscrição de {list} já está ativa',
  alreadyText:
    'Olá,\n\nrecebemos um pedido, provavelmente seu, para subscrever {list} com este endereço. A subscrição já está ativa e não precisa de fazer nada. Se o pedido não foi seu, pode ignorar esta mensagem.',
}
