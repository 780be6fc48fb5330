import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone, plural } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'ativo',
  unsubscribed: 'cancelado',
  bounced: 'devolvido',
  scomp: 'com queixa',
  deactivated: 'desativado',
}

const messageStates: Record<string, string> = {
  accepted: '– enviada',
  deferred: '– nova tentativa prevista:',
  bounced: '– devolvida:',
  skipped: '– não enviada:',
  uncertain: '– talvez enviada, talvez não:',
}

export const peopleWords: typeof en.peopleWords = {
  title: 'Contactos',
  lead: 'Todos os contactos das suas listas. Um contacto em duas listas aparece duas vezes.',
  search: 'Pesquisar',
  searchHint: 'Endereço, ou @ e domínio',
  list: 'Lista',
  allLists: 'Todas as listas',
  status: 'Estado',
  anyStatus: 'Qualquer estado',
  order: 'Ordem',
  orders: { email: 'Por endereço', newest: 'Mais recentes primeiro' },
  columns: 'Colunas',
  email: 'Endereço',
  joined: 'Subscrição',
  added: 'Adicionado',
  people,
  soFar: (value) => `${people(value)} até agora, a procurar`,
  empty: {
    title: 'Ainda ninguém',
    text: 'Importe um ficheiro, publique um formulário, utilize a API ou adicione contactos um a um na página de uma lista.',
    import: 'Importar um ficheiro',
  },
  none: (q) => ({
    title: 'Ninguém encontrado',
    text:
      q === ''
        ? 'Ninguém tem este estado aqui. Escolha outro.'
        : q.startsWith('@')
          ? 'Nenhum domínio começa assim. Para encontrar um endereço, retire a @.'
          : `Nenhum endereço começa assim. Para encontrar um domínio, escreva @${q}.`,
  }),
  ofDomain: (q) => `Procurar @${q} nos domínios`,
  zone: (zone) => `Horas de ${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `Horas de ${zone}.`,
  what: 'Detalhes',
  lists: 'Listas',
  history: 'Histórico',
  status: 'Estado',
  editWord: 'Alterar',
  edit: (name) => `Alterar ${name}`,
  save: 'Guardar',
  undoWord: 'Anular',
  undo: (name) => `Anular a alteração de ${name}`,
  changed: (name) => `${name} foi alterado.`,
  nothing: 'Vazio',
  yes: 'Sim',
  no: 'Não',
  required: 'Este campo precisa de um valor.',
  left: {
    unsubscribed: 'Este contacto cancelou a subscrição. Reative-o apenas se ele o pediu.',
    bounced: 'As mensagens para este endereço são devolvidas. Reative-o apenas se souber que funciona.',
    scomp: 'Este contacto marcou uma mensagem como spam. Reative-o apenas se ele o pediu.',
    deactivated: 'Este contacto está desativado e não recebe mensagens.',
    active: '',
  },
  activate: 'Reativar',
  deactivate: 'Cancelar a subscrição',
  deactivated: 'A subscrição deste contacto foi cancelada.',
  parts: { all: 'Tudo', messages: 'Mensagens', changes: 'Alterações', imports: 'Importações' },
  older: 'Mais antigos',
  noHistory: {
    title: 'Não há nada aqui',
    text: 'Mensagens, aberturas, cliques e alterações aparecem à medida que acontecem. As importações ficam guardadas sete dias.',
  },
  data: {
    title: 'Todos os dados deste contacto',
    text: 'Um ficheiro com tudo o que está guardado sobre o endereço nas listas que vê: campos, estado, consentimentos, mensagens, aberturas, cliques, importações e mais. A transferência fica no registo de auditoria.',
    page: 'Página para ler e imprimir',
    json: 'JSON para programas',
  },
  erase: {
    title: 'Apagar este contacto definitivamente',
    text: 'Retira o endereço e tudo o que está registado sobre ele de todas as listas, registos de importação, pré-visualizações e listas de controlo. Os números das campanhas ficam. As listas de exclusão guardam-no como hash, para que nunca receba uma mensagem. Esta ação não pode ser anulada.',
    type: 'Escreva o endereço para o apagar',
    submit: (email) => `Apagar ${email}`,
    despite: 'Apagar embora importações por concluir possam trazer o endereço de volta',
    done: (email) => `${email} foi apagado.`,
    several: {
      open: 'Apagar vários endereços',
      addresses: 'Endereços',
      hint: 'Um por linha, no máximo 1000.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` e mais ${count(lines.length - 3)}` : ''}: não são endereços válidos.`,
      tooMany: 'São mais de 1000: apague os outros depois.',
      type: (number) => `Escreva ${number} para os apagar`,
      text: 'São todos apagados de uma vez, ou nenhum se algo falhar.',
      despite: 'Apagar embora importações por concluir possam trazer endereços de volta',
      submit: (number) => (number === 1 ? 'Apagar 1 endereço' : `Apagar ${count(number)} endereços`),
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, ${count(event.times)} vezes até agora` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'subscreveu' : `subscreveu a partir de ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'confirmou a subscrição'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'cancelou a subscrição' : statusOf(event.state)}${event.ip === null ? '' : ` a partir de ${event.ip}`}`
    case 'status_changed':
      return `estado: ${changesOf(event)}${message === '' ? '' : `, pela ligação em ${message}`}`
    case 'paused':
      return `iniciou uma pausa${event.until === null ? '' : ` até ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'terminou a pausa'
    case 'details_changed':
      return `alterou os seus dados${message === '' ? '' : `, pela ligação em ${message}`}`
    case 'address_changed':
      return 'mudou de endereço, e ambos os endereços o confirmaram'
    case 'imported':
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'adicionado à lista' : changesOf(event) || 'ficou como estava'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, '– devolvida mais tarde:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `abriu ${message}${times}`
    case 'clicked':
      return `clicou em ${message}${times}: ${event.urls.join(', ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `, e aceitou (versão ${consent.version}): «${consent.text}»`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `; confirmado ${instantWithoutZone(consent.confirmed_at, zone)} a partir de ${consent.confirmed_ip ?? ''}`
  return `subscreveu com o formulário ${form?.name ?? ''}${ip === null ? '' : ` a partir de ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join(', ')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords: typeof en.bulkWords = {
  chooseAll: 'Selecionar todos os resultados',
  choose: (email) => `Selecionar ${email}`,
  column: 'Seleção',
  chosen: (value) => `${people(value)} ${plural(value, { one: 'selecionado', other: 'selecionados' })}`,
  chosenAll: 'Todos os resultados estão selecionados',
  none: 'Limpar a seleção',
  actions: {
    leave: 'Cancelar a subscrição',
    deactivate: 'Desativar',
    activate: 'Ativar',
    field: 'Definir um campo',
    copy: 'Copiar para uma lista',
    delete: 'Eliminar',
  },
  export: {
    action: 'Exportar…',
    explain: (who) =>
      `${who}. O ficheiro tem todos os campos, e uma importação pode voltar a lê-lo. Encontra-o em Exportações.`,
    submit: (who) => `Exportar ${who}`,
  },
  counting: 'A contar…',
  uncounted: 'Mais contactos do que foi possível contar em 5 segundos.',
  explain: {
    leave: (who) =>
      `${who}. Os ativos ou desativados têm a subscrição cancelada. Os devolvidos ou com queixa ficam como estão.`,
    deactivate: (who) => `${who}. Os ativos deixam de receber mensagens até alguém os reativar.`,
    activate: (who) => `${who}. Os devolvidos ou desativados ficam ativos, até ao limite de contactos.`,
    field: (who) => `${who}. Cada um recebe este valor em vez do que tem.`,
    copy: (who) => `${who}. Os ativos são adicionados à outra lista. Os que já lá estão ficam como estão.`,
    delete: (who) =>
      `${who}. São retirados desta lista, com as mensagens que os aguardam. Esta ação não pode ser anulada.`,
  },
  field: 'Campo',
  toList: 'Lista',
  despite: 'Também os cancelados ou com queixa: tenho o seu consentimento renovado',
  greet: 'Iniciar para eles as respostas automáticas dessa lista',
  submit: {
    leave: (who) => `Cancelar a subscrição: ${who}`,
    deactivate: (who) => `Desativar ${who}`,
    activate: (who) => `Ativar ${who}`,
    field: (who) => `Definir o campo para ${who}`,
    copy: (who) => `Copiar ${who}`,
    delete: (who) => `Eliminar ${who}`,
  },
  people,
  them: 'estes contactos',
  back: 'Voltar',
  progress: 'Alterações em massa',
  cancel: 'Cancelar o resto',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` de ${count(stats.people_total)}`} ${plural(stats.people_done, { one: 'verificado', other: 'verificados' })}`
    const failed =
      stats.people_failed === 0 ? '' : `, não foi possível alterar ${people(stats.people_failed)}`
    if (state === 'scheduled') return 'começa dentro de momentos'
    if (state === 'running')
      return `${done}, ${plural(stats.people_changed, { one: '# alterado', other: '# alterados' })}`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Cancelada: ' : ''}${people(stats.people_changed)} ${plural(stats.people_changed, { one: 'alterado', other: 'alterados' })}${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'Eliminar'
    if (action === 'copy') return to === null ? 'Copiar para outra lista' : `Copiar para ${to.name}`
    if (action === 'set_field') return `Definir ${field?.name ?? ''}`
    return status === 'active' ? 'Ativar' : status === 'deactivated' ? 'Desativar' : 'Cancelar a subscrição'
  },
}
