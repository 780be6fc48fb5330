import type { AccountWords } from './en.ts'

export const spanish: AccountWords = {
  serverAdministrator: 'El administrador de este servidor',
  administratorOf: (organization) => `Un administrador de ${organization}`,
  invitation: {
    subject: (inviter, organization) => `${inviter} le invita a ${organization}`,
    text: ({ name, inviter, organization, email }) => `Hola, ${name}:

${inviter} le invita a trabajar con ${organization} en Quiver, el servidor desde el que ${organization} envía sus boletines y otros correos.

Elija su contraseña para aceptar la invitación:

{{link}}

El enlace funciona una sola vez, hasta el {{expires}}. Después podrá iniciar sesión como ${email}.

Si no espera esta invitación, ignore este mensaje. Sin contraseña, nadie puede iniciar sesión con su dirección.
`,
  },
  addressChange: {
    subject: (organization) => `Confirme su nueva dirección para ${organization}`,
    text: ({ name, inviter, organization, email }) => `Hola, ${name}:

${inviter} ha cambiado la dirección de su cuenta de Quiver en ${organization} a ${email}.

Elija una contraseña para confirmar que la dirección es suya:

{{link}}

El enlace funciona una sola vez, hasta el {{expires}}. Hasta entonces no podrá iniciar sesión, porque la contraseña anterior ya no es válida.

Si no sabe nada de esto, ignore este mensaje. Nadie puede iniciar sesión con su dirección.
`,
  },
  reset: {
    subject: 'Elija una contraseña nueva para Quiver',
    text: ({ name, organization, email }) => `Hola, ${name}:

Se ha solicitado una contraseña nueva para la cuenta de Quiver ${email} en ${organization}. Si la ha solicitado usted, elíjala aquí:

{{link}}

El enlace funciona una sola vez, hasta el {{expires}}. La contraseña nueva cierra su sesión en todos los dispositivos.

Si no la ha solicitado, ignore este mensaje: su contraseña sigue siendo la misma. Si vuelve a ocurrir, avise a su administrador.
`,
  },
  copyAddress: 'Si el botón no funciona, copie esta dirección en su navegador:',
  sentBy: (url) => `Este mensaje lo ha enviado el servidor Quiver en ${url}.`,
  choosePassword: 'Elija su contraseña',
  chooseNewPassword: 'Elija una contraseña nueva',
  forWhom: (email, organization) => `Para <strong>${email}</strong> en ${organization}.`,
  logsOut: 'Se cerrará su sesión en todos los dispositivos.',
  password: 'Contraseña',
  rules: (lengthMin) =>
    `Al menos ${lengthMin} caracteres. Cuatro o más palabras sin relación son fáciles de recordar y difíciles de adivinar.
O deje que elija su gestor de contraseñas. Evite su nombre, su dirección y palabras comunes o repetidas.`,
  again: 'La misma contraseña otra vez',
  setPassword: 'Guardar la contraseña',
  notTheSame: 'Las dos contraseñas no son iguales.',
  logIn: 'Iniciar sesión',
  isSet: {
    title: 'Su contraseña se ha guardado',
    text: 'A partir de ahora, inicie sesión con su dirección y su nueva contraseña. El enlace del correo ya no funciona.',
  },
  dead: {
    title: 'Este enlace ya no funciona',
    once: 'Cada enlace funciona una sola vez: el de una invitación, durante siete días; el de una contraseña nueva, durante una hora.',
    set: (link) =>
      `<strong>¿Ya ha elegido una contraseña?</strong> Entonces ${link('inicie sesión en Quiver')}.`,
    fresh:
      '<strong>¿El enlace es reciente?</strong> Ábralo otra vez desde el correo. Esta página necesita cookies y recuerda el enlace\ndurante media hora.',
    otherwise: (link) =>
      `<strong>Si no</strong>, ${link('solicite un enlace nuevo')} o pregunte al administrador que le invitó.`,
  },
  forgot: {
    title: '¿Ha olvidado su contraseña?',
    lead: 'Quiver le envía un enlace para elegir una nueva.',
    email: 'Correo electrónico',
    submit: 'Enviar el enlace',
  },
  mailed: {
    title: 'Revise su correo',
    sent: 'Si la dirección pertenece a una cuenta, se le ha enviado un enlace. Funciona una sola vez, durante una hora.',
    nothing:
      '¿Nada después de unos minutos? Mire en la carpeta de spam y compruebe que la invitación se envió a esta dirección.',
  },
  later: {
    title: 'Inténtelo de nuevo en un momento',
    text: 'El servidor no puede responder ahora. No se ha cambiado nada.',
  },
}
