import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Configurar o Quiver',
    lead: 'Passa a ser o administrador deste servidor e da sua organização. Pode convidar colegas mais tarde.',
    name: 'O seu nome',
    email: 'E-mail',
    emailHint: 'É com ele que inicia sessão.',
    password: 'Palavra-passe',
    passwordHint:
      '12 caracteres ou mais. Quatro palavras sem relação são fáceis de memorizar e difíceis de adivinhar.',
    organization: 'Organização',
    organizationHint: 'O nome da sua empresa ou marca, tal como os seus colegas o conhecem.',
    zone: 'Fuso horário',
    zoneHint: 'As horas das campanhas e importações são mostradas neste fuso.',
    noZone: 'Esse fuso horário não existe',
    submit: 'Criar e iniciar sessão',
    done: {
      title: 'O Quiver já está configurado',
      text: 'Inicie sessão com o seu e-mail e palavra-passe.',
      logIn: 'Iniciar sessão',
    },
    noLink: {
      title: 'Esta ligação não é válida',
      text: 'Reinicie o servidor: enquanto nenhum administrador tiver conta, ele apresenta uma nova.',
    },
    waiting: {
      title: 'O Quiver ainda não tem administrador',
      text: 'Abra a ligação que o servidor apresentou ao iniciar. Termina em /console/set-up# e um código longo.',
    },
  },
}
