import type { LogInProblem } from '../../../../src/contract/users/single-sign-on.ts'
import type * as en from '../../../words/session/users.ts'

const problems: Record<LogInProblem, string> = {
  expired: 'Tardó demasiado o se inició en otra ventana. Empiece de nuevo.',
  refused: 'Allí no se permitió el acceso. Empiece de nuevo o pida acceso a su administrador.',
  unreachable:
    'El inicio de sesión de su organización no responde. Inténtelo de nuevo en un momento o avise a su administrador.',
  invalid:
    'La respuesta del inicio de sesión de su organización no es de confianza. Avise a su administrador: el registro de auditoría indica qué falló.',
  no_address:
    'El inicio de sesión de su organización no comunicó su dirección de correo. Avise a su administrador.',
  not_verified:
    'El inicio de sesión de su organización no indica que su dirección de correo esté verificada. Avise a su administrador.',
  other_domain:
    'Su dirección de correo no es de las que pueden iniciar sesión aquí. Use la cuenta de su organización.',
  no_user: 'Aún no tiene cuenta aquí. Pida a su administrador que le invite.',
  inactive: 'Su cuenta está desactivada. Consulte a su administrador.',
  elsewhere:
    'Su organización tiene su propio inicio de sesión. Escriba su dirección de correo y continúe con él.',
}

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'Iniciar sesión',
      email: 'Correo electrónico',
      password: 'Contraseña',
      code: 'Código',
      codeHint: 'Los seis dígitos de su autenticador o un código de recuperación.',
      forgot: '¿Olvidó la contraseña?',
      wrong: 'El correo, la contraseña o el código no es correcto.',
      passkey: 'Iniciar sesión con una llave de acceso',
      noPasskey: 'No se usó ninguna llave de acceso. Inténtelo de nuevo o inicie sesión con su contraseña.',
      with: (provider) => `Continuar con ${provider}`,
      again: 'Ya he iniciado sesión',
      problems,
      offline: 'El servidor no responde. Inténtelo de nuevo en un momento.',
    },
  },
}
