import type { PublicWords } from './words-en.ts'

export const es: PublicWords = {
  askTitle: '¿Desea darse de baja?',
  askText: 'No recibirá más mensajes de {list}.',
  leave: 'Darme de baja',
  leftTitle: 'Se ha dado de baja',
  leftText: 'No recibirá más mensajes de {list}.',
  againTitle: 'Ya se había dado de baja',
  againText: 'Ya no recibe mensajes de {list}.',
  mistake: '¿Ha sido un error o ha cambiado de opinión?',
  comeBack: 'Volver a suscribirme',
  backTitle: 'Se ha suscrito de nuevo',
  backText: 'Recibirá los mensajes de {list} como antes.',
  fullTitle: 'Ahora mismo no es posible suscribirse',
  fullText:
    '{list} no admite más suscriptores por el momento. No se ha cambiado nada. Inténtelo de nuevo dentro de unos días.',
  deadTitle: 'Este enlace no funciona',
  deadText:
    'Puede que se haya cortado o modificado por el camino. Utilice el enlace tal como aparece en el mensaje.',
  laterTitle: 'Inténtelo de nuevo en un momento',
  laterText: 'El servidor no puede responder en este momento. No se ha cambiado nada.',
  imprint: 'Aviso legal',
}
