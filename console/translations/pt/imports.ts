import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, plural, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) => plural(value, { one: '# linha', other: '# linhas' })

const stays = 'ficam como estão'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'novos', has: 'adicionados', tone: 'success' },
  updated: { would: 'a alterar', has: 'alterados', tone: 'info' },
  failed: { would: 'com erro', has: 'falharam', tone: 'danger' },
  skipped_overwrite: { would: `${stays}: já na lista`, has: 'ficaram como estavam', tone: 'quiet' },
  skipped_active: { would: `${stays}: ativos`, has: 'ativos, ficaram como estavam', tone: 'quiet' },
  skipped_unsubscribed: kept('continuam cancelados', 'continuaram cancelados', 'excluídos: cancelados'),
  skipped_scomp: kept('continuam com queixa', 'continuaram com queixa', 'excluídos: queixa'),
  skipped_bounced: kept('continuam devolvidos', 'continuaram devolvidos', 'excluídos: devolvidos'),
  skipped_deactivated: kept('continuam desativados', 'continuaram desativados', 'excluídos: desativados'),
  skipped_duplicate: {
    would: 'repetem uma linha anterior',
    has: 'repetiam uma linha anterior',
    tone: 'quiet',
  },
  skipped_over_limit: { would: 'excedem o limite', has: 'excediam o limite', tone: 'warning' },
  pruned: {
    would: 'saem: não estão no ficheiro',
    has: 'retirados: não estavam no ficheiro',
    tone: 'warning',
  },
}

export const importWords: typeof en.importWords = {
  title: 'Importações',
  lead: 'Cada ficheiro importado e o que aconteceu a cada linha.',
  start: 'Importar um ficheiro',
  file: 'Ficheiro',
  list: 'Lista',
  state: 'Estado',
  began: (zone) => `Início (${zone})`,
  rowsHead: 'Linhas',
  pasted: pastedText,
  dryRun: 'pré-visualização',
  empty: {
    title: 'Ainda não há importações',
    text: 'Traga um ficheiro tal como está, do Excel, do Mailchimp ou da sua loja; vê o que acontece antes de acontecer. Nada é enviado a ninguém.',
  },
  filter: { label: 'Mostrar', recent: 'Últimos 14 dias', active: 'Em curso', all: 'Todas' },
  states: {
    scheduled: 'em espera',
    downloading: 'a transferir',
    splitting: 'a ler o ficheiro',
    importing: 'em curso',
    paused: 'em pausa',
    finished: 'concluída',
    failed: 'falhou',
    cancelled: 'cancelada',
  },
  steps: {
    label: 'Passos da importação',
    names: {
      file: 'Ficheiro',
      columns: 'Colunas',
      rules: 'Regras',
      preview: 'Pré-visualização',
      run: 'Execução',
    },
  },
  into: (list) => `Importar para ${list}`,
  back: 'Voltar',
  classes,
  row: {
    number: 'Linha',
    address: 'Endereço',
    what: 'O que acontece',
    was: 'O que aconteceu',
    changes: 'Antes → depois',
    none: 'nada',
    same: 'Nenhum campo muda',
    search: 'Procurar um endereço',
    all: 'Todas as linhas',
    caption: 'Linhas do ficheiro',
    no: 'Não há linhas assim.',
    purged:
      'As linhas já não estão guardadas: os registos são eliminados sete dias depois do fim de uma importação.',
    pick: 'Escolha acima uma categoria para ver só as suas linhas e transferi-las.',
    later: 'Linhas seguintes',
    first: 'Primeiras linhas',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'Transferir estas linhas',
    shows: 'Mostrar as linhas',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'Importar um ficheiro',
  list: 'Para que lista?',
  listHint: 'Os contactos do ficheiro são adicionados a esta lista.',
  chooseList: 'Escolher uma lista',
  noList: 'Primeiro, uma lista',
  firstList: {
    text: 'Uma lista contém os contactos a quem escreve. Esta recebe os contactos do seu ficheiro.',
    name: 'Nome da lista',
    proposal: 'Newsletter',
    create: 'Criar a lista',
  },
  ways: {
    label: 'Onde está o ficheiro?',
    file: 'Neste computador',
    paste: 'Colar',
    url: 'Num endereço web',
    directory: 'No servidor',
    failed: 'Linhas que falharam',
  },
  drop: 'Largue aqui um ficheiro',
  dropHint:
    'CSV, texto ou Excel, também comprimido, de qualquer tamanho. Primeiro é lido aqui; ainda ninguém é adicionado.',
  choose: 'Escolher um ficheiro',
  pasteLabel: 'Linhas',
  pasteHint:
    'Copiadas de uma folha de cálculo ou de um e-mail: um contacto por linha, com cabeçalhos se os houver.',
  pasteUse: 'Ler estas linhas',
  url: 'Endereço do ficheiro',
  urlHint: 'O servidor obtém-no, até 200 MB.',
  urlUse: 'Ler este ficheiro',
  directoryHint: 'Ficheiros que o operador do servidor colocou na pasta de carregamento da sua organização.',
  failedHint:
    'Linhas que falharam numa importação anterior para esta lista: depois de um campo mudar, ou com outras colunas. Para corrigir células, abra essa importação.',
  failedEmpty:
    'Nenhuma importação para esta lista tem linhas falhadas ainda guardadas; são guardadas durante sete dias.',
  useFailed: (value, file) => `Ler ${rows(value)} de ${file}`,
  ofImport: (isPreview, at) => `${isPreview ? 'pré-visualização' : 'importação'} de ${at}`,
  directoryEmpty: 'Não há ficheiros. O operador do servidor pode colocar alguns na pasta de carregamento.',
  use: (name) => `Ler ${name}`,
  sending: (sent, total) => `${percent(sent, total)} de ${size(total)} já no servidor`,
  cut: (sent, total) => `Ligação perdida a ${percent(sent, total)}. Continua sozinho.`,
  goOn: 'Continuar o carregamento',
  stop: 'Parar o carregamento',
  stopped: 'O carregamento parou. O que chegou fica guardado um dia.',
  progress: 'Carregamento',
}

export const columnWords: typeof en.columnWords = {
  reading: 'A ler o ficheiro',
  facts: {
    head: 'cabeçalhos na primeira linha',
    noHead: 'sem cabeçalhos',
    linesAbove: (count) => (count === 1 ? '1 linha acima da tabela' : `${count} linhas acima da tabela`),
    dmy: 'datas como 31.12.',
    mdy: 'datas como 12/31',
    sure: { certain: 'certo', likely: 'provável', guess: 'uma suposição' },
    separators: { ',': 'vírgula', ';': 'ponto e vírgula', '\t': 'tabulação', '|': 'barra vertical' },
  },
  change: 'Alterar a forma de ler o ficheiro',
  hide: 'Concluído',
  skipped: (lines) => `Não lido: ${lines}`,
  format: {
    headings: 'A primeira linha tem cabeçalhos',
    linesAbove: 'Linhas acima da tabela',
    characters: 'Conjunto de caracteres',
    separator: 'Separador',
    dates: 'Datas em números',
    dmy: 'Primeiro o dia: 31.12.2026',
    mdy: 'Primeiro o mês: 12/31/2026',
    decimals: 'Números decimais',
    comma: 'Com vírgula: 1.234,56',
    dot: 'Com ponto: 1,234.56',
  },
  column: (number) => `Coluna ${number}`,
  meaning: (header) => `Significado de ${header}`,
  skip: 'Não importar',
  newField: (name) => `Novo campo: ${name}`,
  attributes: 'Atributos',
  fields: 'Campos da lista',
  news: 'Novo',
  names: {
    email: 'Endereço de e-mail',
    status: 'Estado',
    confirmed: 'Confirmado',
    email_format: 'Formato das mensagens',
    subscribe_time: 'Data de subscrição',
    subscribe_ip: 'Subscrição a partir de (endereço IP)',
    remove_time: 'Data de cancelamento',
    remove_ip: 'Cancelamento a partir de (endereço IP)',
    confirm_time: 'Data de confirmação',
    paused_until: 'Em pausa até',
    consent_form: 'Consentimento: formulário',
    consent_version: 'Consentimento: versão do texto',
    consent_given_at: 'Data do consentimento',
    consent_given_ip: 'Consentimento dado a partir de (endereço IP)',
    consent_confirmed_at: 'Data de confirmação do consentimento',
    consent_confirmed_ip: 'Consentimento confirmado a partir de (endereço IP)',
  },
  types: {
    text: 'texto',
    text_multiline: 'texto longo',
    number: 'número inteiro',
    decimal: 'número decimal',
    date: 'data',
    day_of_year: 'dia do ano',
    select_single_dropdown: 'uma opção',
    select_single_radio: 'uma opção',
    select_multiple_checkboxes: 'várias opções',
    boolean: 'sim ou não',
  },
  typeOf: (name) => `Tipo de ${name}`,
  optOut: {
    title: (header) => `A coluna ${header} pode indicar quem cancelou a subscrição`,
    apply: (what, header) =>
      `Contactos com ${what} em ${header}: importá-los como cancelados. Não recebem mensagens.`,
    leaveOut: (what, header) =>
      `Contactos com ${what} em ${header}: excluí-los. Não são importados, e os que já estão na lista ficam como estão.`,
    ignore: 'Ignorar a coluna: todos os contactos do ficheiro podem receber mensagens.',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `qualquer coisa exceto «${cells}»`,
    blank: 'nada',
    decide: 'Decida isto antes de continuar.',
    or: '» ou «',
  },
  choicesLost: (value) =>
    `Lido assim, o ficheiro tem outro número de colunas. ${value === 1 ? 'O significado que escolheu para uma coluna não conta' : `Os significados que escolheu para ${count(value)} colunas não contam`}. Leia-o como antes para ${value === 1 ? 'o' : 'os'} recuperar.`,
  noEmail: 'Uma coluna tem de ser o endereço de e-mail. Escolha-o acima da coluna que tem os endereços.',
  twice: (name) => `${name} é o significado de duas colunas. Escolha outro para uma delas.`,
  rowsRead: (value, isWhole) =>
    isWhole ? `Lidas todas: ${rows(value)}.` : `Lidas as primeiras: ${rows(value)}.`,
  table: 'As primeiras linhas do ficheiro',
  keys: (hasLetters) =>
    `Teclas num cabeçalho: ← e → escolhem uma coluna, Enter abre o seu significado${hasLetters ? ', A aceita todas as propostas' : ''}.`,
  takeAll: 'Aceitar todas as propostas',
  allTaken: 'Cada coluna tem o significado proposto.',
  next: 'Seguinte: Regras',
  other: 'Escolher outro ficheiro',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'Contactos que ainda não estão na lista',
    status: 'são adicionados como',
    statuses: {
      active: 'ativos: recebem mensagens',
      unsubscribed: 'cancelados',
      deactivated: 'desativados',
    },
    example: (address) => `Se ${address} não estiver na lista, é adicionado.`,
    letters: 'Iniciar respostas automáticas para eles, como para quem subscreve.',
  },
  known: {
    title: 'Contactos que já estão na lista',
    leave: 'ficam como estão.',
    update: 'recebem o que diz o ficheiro.',
    example: (address, fields) =>
      fields.length === 0
        ? `${address} fica como está: nenhuma coluna do ficheiro é um campo.`
        : `Se ${address} estiver na lista: ${fields.join(', ')}.`,
    becomes: (name, value) => `${name} passa a ${value === '' ? 'vazio' : value}`,
    stays: (address) => `Se ${address} estiver na lista, nada muda.`,
  },
  left: {
    title: 'Contactos que cancelaram a subscrição',
    stay: 'Continuam cancelados. O ficheiro não os traz de volta.',
    fields: 'Alterar também os seus campos.',
    back: 'Reativá-los.',
    consent: 'Tenho o seu consentimento renovado.',
    warning:
      'Quem cancelou e volta a receber mensagens pode marcá-las como spam. O registo de auditoria guarda isto.',
  },
  badCells: {
    title: 'Células que não servem, como um aniversário que não é uma data',
    fail: 'fazem falhar a linha: o contacto não é importado.',
    empty: 'ficam vazias: o contacto é importado sem elas.',
    hint: 'A pré-visualização conta-as coluna a coluna. Sem um endereço utilizável, ninguém é importado.',
  },
  missing: {
    title: 'Contactos da lista que não estão no ficheiro',
    keep: 'ficam nela.',
    deactivate: 'são desativados.',
    unsubscribe: 'são cancelados.',
    limit: 'No máximo',
    limitHint: 'Um número de contactos, ou uma percentagem como 10%. Se houver mais, nada é alterado.',
  },
  when: {
    title: 'Quando',
    now: 'Depois da pré-visualização, quando o indicar',
    later: 'A uma hora definida, sem pré-visualização',
    at: (zone) => `Hora (${zone})`,
  },
  preview: 'Pré-visualizar o que acontece',
  schedule: 'Agendar a importação',
  pickTime: 'Escolha primeiro uma hora.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'cancelados',
  scomp: 'com queixa',
  bounced: 'devolvidos',
  deactivated: 'desativados',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `Pré-visualização de ${rows(value)}. Nada foi alterado.`,
  trying: 'As linhas estão a ser verificadas. Nada muda.',
  progress: 'Progresso',
  done: (now, all) => (all === null ? rows(now) : `${count(now)} de ${rows(all)}`),
  rate: (value) => `${count(value)} linhas/s`,
  left: (time) => `faltam ${time}`,
  pause: 'Pausar',
  resume: 'Retomar',
  cancel: (done) =>
    done === 0
      ? 'Cancelar a importação'
      : `Cancelar: manter ${rows(done)} já ${plural(done, { one: 'feita', other: 'feitas' })}`,
  cancelSure: (done) => `Sim, cancelar e manter ${rows(done)}`,
  keep: 'Continuar a importar',
  importNow: (added, updated) =>
    [added > 0 ? `adicionar ${count(added)}` : '', updated > 0 ? `alterar ${count(updated)}` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Importar: '),
  importAnyway: (what) => `${what}, e deixar os outros de fora`,
  importNothing: 'Nada para importar',
  pruning: (value) => `retirar ${count(value)}`,
  expires: (at) => `Pode importar a partir desta pré-visualização até ${at}.`,
  gone: 'O ficheiro desta pré-visualização já não está no servidor. Comece de novo para o importar.',
  became: 'Esta pré-visualização foi importada.',
  toImport: 'Ver a importação',
  fromPreview: 'Ver a sua pré-visualização',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    const added = `${people(value)} ${plural(value, { one: 'adicionado', other: 'adicionados' })}`
    return said.length === 0 ? `${added}.` : `${added}, dos quais ${said.join(', ')}: não recebem mensagens.`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    return `Dos ${count(value)} novos contactos, ${plural(active ?? 0, { one: '# fica ativo', other: '# ficam ativos' })}; ${said.join(', ')}, que não recebem mensagens.`
  },
  changed: (value) => `${people(value)} ${plural(value, { one: 'alterado', other: 'alterados' })}.`,
  nothing: 'Ninguém foi adicionado ou alterado.',
  see: 'Ver a lista',
  failedRows: (value) =>
    value === 1 ? 'Corrigir a linha que falhou' : `Corrigir as ${rows(value)} que falharam`,
  again: 'Importar outro ficheiro',
  undo: (until) => `Anular até ${until}`,
  undone: 'Esta importação foi anulada.',
  undoing: 'A importação está a ser anulada.',
  seeUndo: 'Ver o resultado',
  starts: (at) => `Começa ${at}.`,
  classesOf: 'O que acontece às linhas',
  settings: 'Como foi importado',
  announce: (value) => `Importação: ${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `Anular a importação ${id}`,
  counting: 'A contar o que uma anulação faria',
  nothingYet: 'Ainda nada foi alterado.',
  partly: (examined, all) =>
    `Contado até agora para ${count(examined)} de ${people(all)}. Pode anular a importação antes de a contagem terminar.`,
  least: (number) => `Pelo menos ${people(number)}`,
  would: {
    removed: 'a retirar: a importação adicionou-os.',
    restored: 'recuperam os valores anteriores.',
    restored_partly: 'recuperam alguns valores; os outros mudaram entretanto e ficam.',
    left_changed: 'ficam: mudaram entretanto.',
    left_departed: 'continuam cancelados: cancelaram entretanto.',
    left_over_limit: 'ficam: o limite de contactos ativos foi atingido.',
    left_gone: 'já não estão na lista.',
  },
  has: {
    removed: 'retirados.',
    restored: 'recuperaram os valores anteriores.',
    restored_partly: 'recuperaram alguns valores; os outros tinham mudado entretanto.',
    left_changed: 'ficaram: tinham mudado.',
    left_departed: 'continuaram cancelados: tinham cancelado entretanto.',
    left_over_limit: 'ficaram: o limite foi atingido.',
    left_gone: 'já não estavam na lista.',
  },
  people,
  nobody: 'A importação não alterou ninguém, por isso não há nada para anular.',
  submit: 'Anular esta importação',
  download: 'Transferir os endereços',
  only: 'Uma anulação não pode ser anulada.',
  done: (at) => `Anulada ${at}.`,
  running: (done, all) => `${count(done)} de ${people(all)}`,
}
