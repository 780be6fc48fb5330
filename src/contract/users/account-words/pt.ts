import type { AccountWords } from './en.ts'

export const portuguese: AccountWords = {
  serverAdministrator: 'O administrador deste servidor',
  administratorOf: (organization) => `Um administrador de ${organization}`,
  invitation: {
    subject: (inviter, organization) => `${inviter} enviou-lhe um convite para ${organization}`,
    text: ({ name, inviter, organization, email }) => `Olá, ${name},

${inviter} enviou-lhe um convite para trabalhar com ${organization} no Quiver, o servidor de onde ${organization} envia as suas newsletters e outros e-mails.

Escolha a sua palavra-passe para aceitar o convite:

{{link}}

O link funciona uma única vez, até {{expires}}. A partir daí, entra como ${email}.

Se não espera este convite, ignore esta mensagem. Sem palavra-passe, ninguém pode entrar com o seu endereço.
`,
  },
  addressChange: {
    subject: (organization) => `Confirme o seu novo endereço em ${organization}`,
    text: ({ name, inviter, organization, email }) => `Olá, ${name},

${inviter} alterou o endereço da sua conta Quiver em ${organization} para ${email}.

Escolha uma palavra-passe para confirmar que o endereço é seu:

{{link}}

O link funciona uma única vez, até {{expires}}. Até lá não é possível entrar, porque a palavra-passe anterior deixou de valer.

Se não sabe do que se trata, ignore esta mensagem. Ninguém pode entrar com o seu endereço.
`,
  },
  reset: {
    subject: 'Escolha uma nova palavra-passe para o Quiver',
    text: ({ name, organization, email }) => `Olá, ${name},

Foi pedida uma nova palavra-passe para a conta Quiver ${email} em ${organization}. Se o pedido é seu, escolha-a aqui:

{{link}}

O link funciona uma única vez, até {{expires}}. A nova palavra-passe encerra a sua sessão em todos os dispositivos.

Se o pedido não é seu, ignore esta mensagem: a sua palavra-passe continua a mesma. Se acontecer de novo, avise o seu administrador.
`,
  },
  copyAddress: 'Se o botão não funcionar, copie este endereço para o seu navegador:',
  sentBy: (url) => `Esta mensagem foi enviada pelo servidor Quiver em ${url}.`,
  choosePassword: 'Escolha a sua palavra-passe',
  chooseNewPassword: 'Escolha uma nova palavra-passe',
  forWhom: (email, organization) => `Para <strong>${email}</strong> em ${organization}.`,
  logsOut: 'A sua sessão será encerrada em todos os dispositivos.',
  password: 'Palavra-passe',
  rules: (lengthMin) =>
    `Pelo menos ${lengthMin} caracteres. Quatro ou mais palavras sem relação são fáceis de lembrar e difíceis de adivinhar.
Ou deixe o seu gestor de palavras-passe escolher. Evite o seu nome, o seu endereço e palavras comuns ou repetidas.`,
  again: 'A mesma palavra-passe outra vez',
  setPassword: 'Definir a palavra-passe',
  notTheSame: 'As duas palavras-passe não são iguais.',
  logIn: 'Entrar',
  isSet: {
    title: 'A sua palavra-passe está definida',
    text: 'A partir de agora, entre com o seu endereço e a nova palavra-passe. O link do e-mail já não funciona.',
  },
  dead: {
    title: 'Este link já não funciona',
    once: 'Cada link funciona uma única vez: o de um convite, durante sete dias; o de uma nova palavra-passe, durante uma hora.',
    set: (link) => `<strong>Já definiu uma palavra-passe?</strong> Então ${link('entre no Quiver')}.`,
    fresh:
      '<strong>O link ainda é recente?</strong> Abra-o de novo a partir do e-mail. Esta página precisa de cookies e guarda o link\ndurante meia hora.',
    otherwise: (link) =>
      `<strong>Caso contrário</strong>, ${link('peça um novo link')} ou fale com o administrador que enviou o convite.`,
  },
  forgot: {
    title: 'Esqueceu-se da palavra-passe?',
    lead: 'O Quiver envia um link para definir uma nova.',
    email: 'E-mail',
    submit: 'Enviar o link',
  },
  mailed: {
    title: 'Verifique o seu e-mail',
    sent: 'Se o endereço pertencer a uma conta, um link está a caminho. Funciona uma única vez, durante uma hora.',
    nothing:
      'Nada depois de alguns minutos? Veja na pasta de spam e confirme que o convite foi enviado para este endereço.',
  },
  later: {
    title: 'Tente de novo daqui a pouco',
    text: 'O servidor não consegue responder agora. Nada foi alterado.',
  },
}
