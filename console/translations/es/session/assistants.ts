import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'Permitir que un programa actúe por usted',
    who: 'Programa',
    whoHint: 'Así se llama a sí mismo. Nadie lo ha verificado.',
    where: 'La respuesta va a',
    ownMachine: (host) => `${host}, un programa en este equipo`,
    organization: 'En la organización',
    you: 'En nombre de',
    warning: 'Acepte solo si acaba de conectar usted mismo este programa a Quiver.',
    what: 'Qué puede hacer',
    read: 'Leer, sin cambiar nada',
    change: 'Leer, y planificar y ejecutar cambios',
    limits:
      'Nunca más de lo que usted pueda en ese momento. No crea claves, usuarios ni derechos, no aprueba nada, y lo que requiere aprobación espera a una persona.',
    lists: 'Listas',
    allLists: 'Todas las que ve',
    someLists: 'Solo estas',
    days: 'Durante cuánto tiempo',
    daysOf: (days) => (days === 1 ? 'Un día' : `${count(days)} días`),
    agree: 'Permitir',
    refuse: 'Rechazar',
    leaving: 'Volviendo al programa. Puede cerrar esta página.',
    own: {
      title: 'Programas que actúan por usted',
      lead: 'Asistentes autorizados a leer o cambiar cosas en su nombre. Terminar uno tiene efecto inmediato.',
      program: 'Programa',
      may: 'Puede',
      reads: 'leer',
      changes: 'leer y cambiar',
      lists: (number) => (number === 1 ? ', una lista' : `, ${count(number)} listas`),
      used: 'Último uso',
      never: 'Nunca',
      ends: 'Termina',
      action: 'Acción',
      end: 'Terminar',
      endOne: (name) => `Terminar ${name}`,
    },
  },
}
