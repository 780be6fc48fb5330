import type { LogInProblem } from '../../../../src/contract/users/single-sign-on.ts'
import type * as en from '../../../words/session/users.ts'

const problems: Record<LogInProblem, string> = {
  expired: 'Demorou demasiado, ou foi iniciado noutra janela. Comece de novo.',
  refused: 'O acesso foi lá recusado. Comece de novo, ou peça acesso ao seu administrador.',
  unreachable:
    'O início de sessão da sua organização não responde. Tente novamente dentro de momentos, ou avise o seu administrador.',
  invalid:
    'A resposta do início de sessão da sua organização não é de confiança. Avise o seu administrador: o registo de auditoria indica o que estava errado.',
  no_address:
    'O início de sessão da sua organização não indicou o seu endereço de e-mail. Avise o seu administrador.',
  not_verified:
    'O início de sessão da sua organização não indica que o seu endereço de e-mail está verificado. Avise o seu administrador.',
  other_domain:
    'O seu endereço de e-mail não é dos que podem iniciar sessão aqui. Utilize a conta da sua organização.',
  no_user: 'Ainda não tem conta aqui. Peça ao seu administrador que o convide.',
  inactive: 'A sua conta está desativada. Contacte o seu administrador.',
  elsewhere:
    'A sua organização tem o seu próprio início de sessão. Escreva o seu endereço de e-mail e continue com ele.',
}

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'Iniciar sessão',
      email: 'E-mail',
      password: 'Palavra-passe',
      code: 'Código',
      codeHint: 'Os seis algarismos da sua aplicação de autenticação, ou um código de recuperação.',
      forgot: 'Esqueceu-se da palavra-passe?',
      wrong: 'O e-mail, a palavra-passe ou o código não está certo.',
      passkey: 'Iniciar sessão com uma chave de acesso',
      noPasskey:
        'Não foi utilizada nenhuma chave de acesso. Tente novamente, ou inicie sessão com a sua palavra-passe.',
      with: (provider) => `Continuar com ${provider}`,
      again: 'Já iniciei sessão',
      problems,
      offline: 'O servidor não responde. Tente novamente dentro de momentos.',
    },
  },
}
