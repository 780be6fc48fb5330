import type { FormWords } from './words-en.ts'

export const es: FormWords = {
  title: 'Suscribirse a {list}',
  email: 'Dirección de correo electrónico',
  button: 'Suscribirme',
  optional: '(opcional)',
  choose: 'Elija una opción',
  dayHint: 'Mes y día, por ejemplo 12-31',
  honeypot: 'Deje este campo vacío',
  missing: 'Rellene este campo.',
  wrong: 'Revise este campo.',
  emailWrong: 'Introduzca una dirección de correo electrónico, por ejemplo nombre@example.com.',
  consentMissing: 'Dé su consentimiento para que podamos escribirle.',
  again: 'Revise los datos que ha introducido y pulse el botón una vez más.',
  needsScript:
    'Un breve cálculo en su navegador protege este formulario frente a programas automáticos. Active JavaScript y vuelva a cargar la página.',
  sentTitle: 'Revise su buzón',
  sentText:
    'Hemos enviado un mensaje a {email}. Su suscripción empieza cuando abra el enlace que contiene y la confirme. Si no llega nada en unos minutos, mire en la carpeta de correo no deseado.',
  singleTitle: 'Gracias',
  singleText:
    'Hemos recibido su suscripción a {list}. Si todavía hay que confirmar su dirección, recibirá un mensaje con un enlace.',
  confirmTitle: 'Confirme su suscripción',
  confirmText: 'En cuanto confirme, recibirá los mensajes de {list} en la dirección {email}.',
  confirmButton: 'Sí, quiero suscribirme',
  thanksTitle: 'Su suscripción está activa',
  thanksText: 'Gracias. A partir de ahora recibirá los mensajes de {list}.',
  expiredTitle: 'Este enlace ha caducado',
  expiredText: 'Estos enlaces son válidos durante siete días. No se ha cambiado nada. Suscríbase de nuevo.',
  signUpAgain: 'Suscribirme de nuevo',
  closedTitle: 'Este formulario está cerrado',
  closedText: 'En este momento no acepta suscripciones. No se ha cambiado nada.',
  tooManyTitle: 'Espere un minuto',
  tooManyText: 'Se han enviado demasiados formularios desde su conexión. No se ha cambiado nada.',
  mailSubject: 'Confirme su suscripción a {list}',
  mailText:
    'Hola:\n\nAlguien, probablemente usted, ha introducido esta dirección para suscribirse a {list}. Confirme que lo desea.',
  mailButton: 'Confirmar la suscripción',
  mailUntil: 'El enlace es válido hasta el {time}.',
  mailIgnore: 'Si no ha sido usted, no tiene que hacer nada: sin confirmación no recibirá ningún mensaje.',
  mailCopy: 'Si el botón no funciona, copie esta dirección en su navegador:',
  reminderSubject: 'Recordatorio: {subject}',
  alreadySubject: 'Su suscripción a {list} ya está activa',
  alreadyText:
    'Hola:\n\nAlguien, probablemente usted, ha introducido esta dirección para suscribirse a {list}. Su suscripción ya está activa y no tiene que hacer nada. Si no ha sido usted, puede ignorar este mensaje.',
}
