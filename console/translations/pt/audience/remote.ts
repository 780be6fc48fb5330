import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'Bases de dados',
  lead: 'As suas próprias bases de dados, de onde as listas remotas obtêm os destinatários. O Quiver lê-as e nada altera.',
  caption: 'Ligações a bases de dados',
  action: 'Ação',
  name: 'Nome',
  type: 'Servidor',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL ou MariaDB' },
  place: 'Base de dados',
  placeOf: (host, port, database) => `${database} em ${host}:${port}`,
  host: 'Anfitrião',
  port: 'Porta',
  portHint: (port) => `Se estiver vazio: ${port}.`,
  database: 'Nome da base de dados',
  username: 'Utilizador',
  usernameHint: 'Um utilizador que possa ler o que as suas consultas precisam, e mais nada.',
  password: 'Palavra-passe',
  passwordNew: 'Não volta a ser mostrado.',
  passwordKeeps: 'Se estiver vazio, mantém-se o valor atual.',
  tls: 'Encriptação',
  tlsModes: {
    verify: 'Encriptada, certificado verificado',
    require: 'Encriptada, certificado não verificado',
    off: 'Não encriptada',
  },
  ca: 'Certificado da autoridade (CA)',
  caHint: 'Em PEM, de BEGIN CERTIFICATE a END CERTIFICATE. Se estiver vazio, as autoridades públicas.',
  fresh: 'Nova ligação',
  add: 'Adicionar a ligação',
  empty: {
    title: 'Ainda não há bases de dados',
    text: 'Com uma ligação, pode criar listas cujos contactos ficam na sua própria base de dados. Uma consulta escolhe-os para cada campanha.',
  },
  test: 'Testar',
  testOf: (name) => `Testar ${name}`,
  works: (milliseconds) => `Funciona (${milliseconds} ms).`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'Os contactos desta lista estão noutra base de dados',
  isRemoteHint: 'Uma consulta escolhe-os para cada campanha. Isto não pode ser alterado mais tarde.',
  connection: 'Base de dados',
  people:
    'Os contactos desta lista estão noutra base de dados. O Quiver só regista quem recebeu uma mensagem e quem cancelou a subscrição.',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'Quem a recebe',
  label: 'Consulta',
  hint: 'A coluna email é obrigatória. Uma coluna distinct_id distingue os contactos; todas as outras são códigos de substituição.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Executar a consulta',
  first: 'As primeiras linhas',
  caption: 'Primeiras linhas da consulta',
  none: 'A consulta não devolve linhas agora: ninguém receberia a campanha.',
  more: 'Há mais linhas.',
  all: 'São todas as linhas.',
  codes: 'Códigos de substituição para a mensagem:',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) => plural(value, { one: '# linha', other: '# linhas' })

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'Linhas da consulta',
  read: (value) => `A consulta devolveu ${rows(value)}.`,
  reading: (value) =>
    `${rows(value)} ${plural(value, { one: 'lida', other: 'lidas' })} até agora. Nada é enviado até estarem todas.`,
  stopped: (value) =>
    `${rows(value)} ${plural(value, { one: 'lida', other: 'lidas' })} antes de terminar. Nada foi enviado.`,
  skipped: 'Estas linhas não recebem mensagens:',
  noneSkipped: 'Nenhuma foi excluída.',
  reasons: {
    invalid_email: 'Sem endereço válido',
    invalid_distinct_id: 'Sem distinct_id válido',
    too_long: 'Demasiado longo',
    duplicate: 'Contacto de uma linha anterior',
    left: 'Cancelado, com queixa ou devolvido antes',
    suppressed: 'Numa lista de exclusão',
  },
}
