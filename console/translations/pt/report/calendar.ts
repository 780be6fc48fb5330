import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'Calendário',
    lead: (zone) => `O que foi enviado e o que será, em ${zone}.`,
    views: { month: 'Mês', week: 'Semana' },
    view: 'Mostrar',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'Antes',
    later: 'Depois',
    today: 'Hoje',
    byAutoresponders: (value) =>
      plural(value, {
        one: '# mensagem de respostas automáticas',
        other: '# mensagens de respostas automáticas',
      }),
    sentBy: (name, messages) => `${name}: ${count(messages)}`,
    none: 'Nenhuma campanha começa nestes dias.',
    move: (name) => `Mover «${name}»`,
    moveTo: 'Novo dia e hora',
    save: 'Mover a campanha',
    over: 'Esta hora já passou. Escolha outra.',
    moved: (name, at) => `«${name}» começa agora em ${at}.`,
    onlySent:
      'As mensagens das respostas automáticas aparecem no dia em que foram enviadas: quando saem as próximas depende do que os contactos fizerem.',
    drag: 'Arraste o que está agendado para outro dia, ou prima o relógio.',
  },
}
