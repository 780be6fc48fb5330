import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Configurar Quiver',
    lead: 'Será el administrador de este servidor y de su organización. Más adelante podrá invitar a colegas.',
    name: 'Su nombre',
    email: 'Correo electrónico',
    emailHint: 'Con él inicia sesión.',
    password: 'Contraseña',
    passwordHint:
      '12 caracteres o más. Cuatro palabras sin relación son fáciles de recordar y difíciles de adivinar.',
    organization: 'Organización',
    organizationHint: 'El nombre de su empresa o marca, tal como lo conocen sus colegas.',
    zone: 'Zona horaria',
    zoneHint: 'Las horas de campañas e importaciones se muestran en ella.',
    noZone: 'Esa zona horaria no existe',
    submit: 'Crear e iniciar sesión',
    done: {
      title: 'Quiver ya está configurado',
      text: 'Inicie sesión con su correo electrónico y su contraseña.',
      logIn: 'Iniciar sesión',
    },
    noLink: {
      title: 'Este enlace no es válido',
      text: 'Reinicie el servidor: mientras ningún administrador tenga cuenta, muestra uno nuevo.',
    },
    waiting: {
      title: 'Quiver aún no tiene administrador',
      text: 'Abra el enlace que mostró el servidor al iniciarse. Termina en /console/set-up# y un código largo.',
    },
  },
}
