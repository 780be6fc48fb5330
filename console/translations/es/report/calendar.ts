import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'Calendario',
    lead: (zone) => `Lo que se envió y lo que se enviará, en ${zone}.`,
    views: { month: 'Mes', week: 'Semana' },
    view: 'Mostrar',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'Antes',
    later: 'Después',
    today: 'Hoy',
    byAutoresponders: (value) =>
      plural(value, { one: '# mensaje de autorrespondedores', other: '# mensajes de autorrespondedores' }),
    sentBy: (name, messages) => `${name}: ${count(messages)}`,
    none: 'Ninguna campaña empieza en estos días.',
    move: (name) => `Mover «${name}»`,
    moveTo: 'Nuevo día y hora',
    save: 'Mover la campaña',
    over: 'Esta hora ya pasó. Elija otra.',
    moved: (name, at) => `«${name}» empieza ahora el ${at}.`,
    onlySent:
      'Los mensajes de autorrespondedores aparecen el día en que se enviaron: cuándo tocan los siguientes depende de lo que hagan los contactos.',
    drag: 'Arrastre lo programado a otro día o pulse su reloj.',
  },
}
