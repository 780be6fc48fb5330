import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, plural, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) => plural(value, { one: '# fila', other: '# filas' })

const stays = 'sin cambios'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'nuevos', has: 'añadidos', tone: 'success' },
  updated: { would: 'cambian', has: 'cambiados', tone: 'info' },
  failed: { would: 'fallan', has: 'fallidos', tone: 'danger' },
  skipped_overwrite: { would: `${stays}: ya en la lista`, has: 'sin cambios', tone: 'quiet' },
  skipped_active: { would: `${stays}: activos`, has: 'activos, sin cambios', tone: 'quiet' },
  skipped_unsubscribed: kept('siguen de baja', 'siguieron de baja', 'omitidos: de baja'),
  skipped_scomp: kept('siguen con queja', 'siguieron con queja', 'omitidos: con queja'),
  skipped_bounced: kept('siguen rebotados', 'siguieron rebotados', 'omitidos: rebotados'),
  skipped_deactivated: kept('siguen desactivados', 'siguieron desactivados', 'omitidos: desactivados'),
  skipped_duplicate: { would: 'repiten una fila anterior', has: 'repetían una fila anterior', tone: 'quiet' },
  skipped_over_limit: { would: 'superan el límite', has: 'superaban el límite', tone: 'warning' },
  pruned: {
    would: 'salen: no están en el archivo',
    has: 'retirados: no estaban en el archivo',
    tone: 'warning',
  },
}

export const importWords: typeof en.importWords = {
  title: 'Importaciones',
  lead: 'Cada archivo importado y qué ocurrió con cada fila.',
  start: 'Importar un archivo',
  file: 'Archivo',
  list: 'Lista',
  state: 'Estado',
  began: (zone) => `Inicio (${zone})`,
  rowsHead: 'Filas',
  pasted: pastedText,
  dryRun: 'vista previa',
  empty: {
    title: 'Aún no hay importaciones',
    text: 'Traiga un archivo tal como está, de Excel, de Mailchimp o de su tienda; verá lo que ocurre antes de que ocurra. No se envía nada a nadie.',
  },
  filter: { label: 'Mostrar', recent: 'Últimos 14 días', active: 'En curso', all: 'Todas' },
  states: {
    scheduled: 'en espera',
    downloading: 'descargando',
    splitting: 'leyendo el archivo',
    importing: 'en curso',
    paused: 'en pausa',
    finished: 'terminada',
    failed: 'fallida',
    cancelled: 'cancelada',
  },
  steps: {
    label: 'Pasos de la importación',
    names: {
      file: 'Archivo',
      columns: 'Columnas',
      rules: 'Reglas',
      preview: 'Vista previa',
      run: 'Ejecución',
    },
  },
  into: (list) => `Importar en ${list}`,
  back: 'Atrás',
  classes,
  row: {
    number: 'Fila',
    address: 'Dirección',
    what: 'Qué ocurre',
    was: 'Qué ocurrió',
    changes: 'Antes → después',
    none: 'nada',
    same: 'Ningún campo cambia',
    search: 'Buscar una dirección',
    all: 'Todas las filas',
    caption: 'Filas del archivo',
    no: 'No hay filas así.',
    purged:
      'Las filas ya no se conservan: los registros se eliminan siete días después de terminar una importación.',
    pick: 'Elija arriba una categoría para ver solo sus filas y descargarlas.',
    later: 'Filas siguientes',
    first: 'Primeras filas',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'Descargar estas filas',
    shows: 'Mostrar las filas',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'Importar un archivo',
  list: '¿En qué lista?',
  listHint: 'Los contactos del archivo se añaden a esta lista.',
  chooseList: 'Elegir una lista',
  noList: 'Primero, una lista',
  firstList: {
    text: 'Una lista contiene los contactos a los que escribe. Esta recibe los de su archivo.',
    name: 'Nombre de la lista',
    proposal: 'Newsletter',
    create: 'Crear la lista',
  },
  ways: {
    label: '¿Dónde está el archivo?',
    file: 'En este equipo',
    paste: 'Pegar',
    url: 'En una dirección web',
    directory: 'En el servidor',
    failed: 'Filas fallidas',
  },
  drop: 'Suelte aquí un archivo',
  dropHint:
    'CSV, texto o Excel, también comprimido, de cualquier tamaño. Primero se lee aquí; aún no se añade a nadie.',
  choose: 'Elegir un archivo',
  pasteLabel: 'Filas',
  pasteHint:
    'Copiadas de una hoja de cálculo o un correo: un contacto por línea, con encabezados si los hay.',
  pasteUse: 'Leer estas filas',
  url: 'Dirección del archivo',
  urlHint: 'El servidor lo descarga, hasta 200 MB.',
  urlUse: 'Leer este archivo',
  directoryHint:
    'Archivos que el operador del servidor ha puesto en la carpeta de subida de su organización.',
  failedHint:
    'Filas fallidas de una importación anterior en esta lista: tras cambiar un campo o con otras columnas. Para corregir celdas, abra esa importación.',
  failedEmpty:
    'Ninguna importación en esta lista tiene filas fallidas que aún se conserven; se conservan siete días.',
  useFailed: (value, file) => `Leer ${rows(value)} de ${file}`,
  ofImport: (isPreview, at) => `${isPreview ? 'vista previa' : 'importación'} de ${at}`,
  directoryEmpty: 'No hay archivos. El operador del servidor puede poner algunos en la carpeta de subida.',
  use: (name) => `Leer ${name}`,
  sending: (sent, total) => `${percent(sent, total)} de ${size(total)} ya en el servidor`,
  cut: (sent, total) => `Conexión perdida al ${percent(sent, total)}. Continúa sola.`,
  goOn: 'Continuar la subida',
  stop: 'Detener la subida',
  stopped: 'La subida se detuvo. Lo recibido se conserva un día.',
  progress: 'Subida',
}

export const columnWords: typeof en.columnWords = {
  reading: 'Leyendo el archivo',
  facts: {
    head: 'encabezados en la primera fila',
    noHead: 'sin encabezados',
    linesAbove: (count) =>
      count === 1 ? '1 línea encima de la tabla' : `${count} líneas encima de la tabla`,
    dmy: 'fechas como 31.12.',
    mdy: 'fechas como 12/31',
    sure: { certain: 'seguro', likely: 'probable', guess: 'una suposición' },
    separators: { ',': 'coma', ';': 'punto y coma', '\t': 'tabulador', '|': 'barra vertical' },
  },
  change: 'Cambiar cómo se lee el archivo',
  hide: 'Listo',
  skipped: (lines) => `No leído: ${lines}`,
  format: {
    headings: 'La primera fila tiene encabezados',
    linesAbove: 'Líneas encima de la tabla',
    characters: 'Juego de caracteres',
    separator: 'Separador',
    dates: 'Fechas en números',
    dmy: 'Primero el día: 31.12.2026',
    mdy: 'Primero el mes: 12/31/2026',
    decimals: 'Números decimales',
    comma: 'Con coma: 1.234,56',
    dot: 'Con punto: 1,234.56',
  },
  column: (number) => `Columna ${number}`,
  meaning: (header) => `Significado de ${header}`,
  skip: 'No importar',
  newField: (name) => `Campo nuevo: ${name}`,
  attributes: 'Atributos',
  fields: 'Campos de la lista',
  news: 'Nuevo',
  names: {
    email: 'Correo electrónico',
    status: 'Estado',
    confirmed: 'Confirmado',
    email_format: 'Formato de los mensajes',
    subscribe_time: 'Fecha de suscripción',
    subscribe_ip: 'Suscripción desde (dirección IP)',
    remove_time: 'Fecha de baja',
    remove_ip: 'Baja desde (dirección IP)',
    confirm_time: 'Fecha de confirmación',
    paused_until: 'En pausa hasta',
    consent_form: 'Consentimiento: formulario',
    consent_version: 'Consentimiento: versión del texto',
    consent_given_at: 'Fecha del consentimiento',
    consent_given_ip: 'Consentimiento dado desde (dirección IP)',
    consent_confirmed_at: 'Fecha de confirmación del consentimiento',
    consent_confirmed_ip: 'Consentimiento confirmado desde (dirección IP)',
  },
  types: {
    text: 'texto',
    text_multiline: 'texto largo',
    number: 'número entero',
    decimal: 'número decimal',
    date: 'fecha',
    day_of_year: 'día del año',
    select_single_dropdown: 'una opción',
    select_single_radio: 'una opción',
    select_multiple_checkboxes: 'varias opciones',
    boolean: 'sí o no',
  },
  typeOf: (name) => `Tipo de ${name}`,
  optOut: {
    title: (header) => `La columna ${header} puede indicar quién se ha dado de baja`,
    apply: (what, header) =>
      `Contactos con ${what} en ${header}: importarlos como dados de baja. No reciben mensajes.`,
    leaveOut: (what, header) =>
      `Contactos con ${what} en ${header}: omitirlos. No se importan, y los que ya están en la lista quedan como están.`,
    ignore: 'Ignorar la columna: todos los del archivo pueden recibir mensajes.',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `algo distinto de «${cells}»`,
    blank: 'nada',
    decide: 'Decida esto antes de continuar.',
    or: '» o «',
  },
  choicesLost: (value) =>
    `Leído así, el archivo tiene otro número de columnas. ${value === 1 ? 'El significado elegido para una columna no cuenta' : `Los significados elegidos para ${count(value)} columnas no cuentan`}. Léalo como antes para ${value === 1 ? 'recuperarlo' : 'recuperarlos'}.`,
  noEmail:
    'Una columna debe ser la dirección de correo. Elíjala encima de la columna que contiene las direcciones.',
  twice: (name) => `${name} es el significado de dos columnas. Elija otro para una de ellas.`,
  rowsRead: (value, isWhole) =>
    isWhole ? `Leídas todas: ${rows(value)}.` : `Leídas las primeras: ${rows(value)}.`,
  table: 'Las primeras filas del archivo',
  keys: (hasLetters) =>
    `Teclas en un encabezado: ← y → eligen una columna, Intro abre su significado${hasLetters ? ', A acepta todas las propuestas' : ''}.`,
  takeAll: 'Aceptar todas las propuestas',
  allTaken: 'Cada columna tiene el significado propuesto.',
  next: 'Siguiente: Reglas',
  other: 'Elegir otro archivo',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'Contactos que aún no están en la lista',
    status: 'se añaden como',
    statuses: {
      active: 'activos: reciben mensajes',
      unsubscribed: 'dados de baja',
      deactivated: 'desactivados',
    },
    example: (address) => `Si ${address} no está en la lista, se añade.`,
    letters: 'Iniciar autorrespondedores para ellos, como para quienes se suscriben.',
  },
  known: {
    title: 'Contactos que ya están en la lista',
    leave: 'quedan como están.',
    update: 'reciben lo que dice el archivo.',
    example: (address, fields) =>
      fields.length === 0
        ? `${address} queda como está: ninguna columna del archivo es un campo.`
        : `Si ${address} está en la lista: ${fields.join(', ')}.`,
    becomes: (name, value) => `${name} pasa a ${value === '' ? 'vacío' : value}`,
    stays: (address) => `Si ${address} está en la lista, no cambia nada en ese contacto.`,
  },
  left: {
    title: 'Contactos que se han dado de baja',
    stay: 'Siguen de baja. El archivo no los recupera.',
    fields: 'Cambiar también sus campos.',
    back: 'Reactivarlos.',
    consent: 'Tengo su consentimiento renovado.',
    warning:
      'Quienes se dieron de baja y vuelven a recibir mensajes pueden marcarlos como spam. El registro de auditoría lo anota.',
  },
  badCells: {
    title: 'Celdas que no encajan, como un cumpleaños que no es una fecha',
    fail: 'hacen fallar su fila: el contacto no se importa.',
    empty: 'se dejan vacías: el contacto se importa sin ellas.',
    hint: 'La vista previa las cuenta columna por columna. Sin una dirección utilizable no se importa a nadie.',
  },
  missing: {
    title: 'Contactos de la lista que no están en el archivo',
    keep: 'siguen en ella.',
    deactivate: 'se desactivan.',
    unsubscribe: 'se dan de baja.',
    limit: 'Como máximo',
    limitHint: 'Un número de contactos o un porcentaje como 10%. Si hay más, no se cambia nada.',
  },
  when: {
    title: 'Cuándo',
    now: 'Después de la vista previa, cuando lo indique',
    later: 'A una hora fijada, sin vista previa',
    at: (zone) => `Hora (${zone})`,
  },
  preview: 'Ver antes qué ocurre',
  schedule: 'Programar la importación',
  pickTime: 'Elija primero una hora.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'dados de baja',
  scomp: 'con queja',
  bounced: 'rebotados',
  deactivated: 'desactivados',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `Vista previa de ${rows(value)}. No se ha cambiado nada.`,
  trying: 'Se están comprobando las filas. No cambia nada.',
  progress: 'Progreso',
  done: (now, all) => (all === null ? rows(now) : `${count(now)} de ${rows(all)}`),
  rate: (value) => `${count(value)} filas/s`,
  left: (time) => `quedan ${time}`,
  pause: 'Pausar',
  resume: 'Reanudar',
  cancel: (done) =>
    done === 0
      ? 'Cancelar la importación'
      : `Cancelar: conservar ${rows(done)} ${plural(done, { one: 'procesada', other: 'procesadas' })}`,
  cancelSure: (done) => `Sí, cancelar y conservar ${rows(done)}`,
  keep: 'Seguir importando',
  importNow: (added, updated) =>
    [added > 0 ? `añadir ${count(added)}` : '', updated > 0 ? `cambiar ${count(updated)}` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Importar: '),
  importAnyway: (what) => `${what}, y dejar fuera los demás`,
  importNothing: 'Nada que importar',
  pruning: (value) => `retirar ${count(value)}`,
  expires: (at) => `Se puede importar desde esta vista previa hasta ${at}.`,
  gone: 'El archivo de esta vista previa ya no está en el servidor. Empiece de nuevo para importarlo.',
  became: 'Esta vista previa se importó.',
  toImport: 'Ver la importación',
  fromPreview: 'Ver su vista previa',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    const added = `${people(value)} ${plural(value, { one: 'añadido', other: 'añadidos' })}`
    return said.length === 0 ? `${added}.` : `${added}, de ellos ${said.join(', ')}: no reciben mensajes.`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    return `De los ${count(value)} contactos nuevos, ${plural(active ?? 0, { one: '# queda activo', other: '# quedan activos' })}; ${said.join(', ')}, que no reciben mensajes.`
  },
  changed: (value) => `${people(value)} ${plural(value, { one: 'cambiado', other: 'cambiados' })}.`,
  nothing: 'No se añadió ni cambió a nadie.',
  see: 'Ver la lista',
  failedRows: (value) => (value === 1 ? 'Corregir la fila fallida' : `Corregir las ${rows(value)} fallidas`),
  again: 'Importar otro archivo',
  undo: (until) => `Anulable hasta ${until}`,
  undone: 'Esta importación se anuló.',
  undoing: 'La importación se está anulando.',
  seeUndo: 'Ver el resultado',
  starts: (at) => `Comienza ${at}.`,
  classesOf: 'Qué ocurre con las filas',
  settings: 'Cómo se importó',
  announce: (value) => `Importación: ${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `Anular la importación ${id}`,
  counting: 'Contando qué haría una anulación',
  nothingYet: 'Aún no se ha cambiado nada.',
  partly: (examined, all) =>
    `Contado para ${count(examined)} de ${people(all)} hasta ahora. Puede anular la importación antes de que termine el recuento.`,
  least: (number) => `Al menos ${people(number)}`,
  would: {
    removed: 'por retirar: los añadió la importación.',
    restored: 'recuperan sus valores anteriores.',
    restored_partly: 'recuperan algunos valores; los demás cambiaron después y se conservan.',
    left_changed: 'se quedan: cambiaron después.',
    left_departed: 'siguen de baja: se dieron de baja después.',
    left_over_limit: 'se quedan: se ha alcanzado el límite de contactos activos.',
    left_gone: 'ya no están en la lista.',
  },
  has: {
    removed: 'retirados.',
    restored: 'recuperaron sus valores anteriores.',
    restored_partly: 'recuperaron algunos valores; los demás habían cambiado después.',
    left_changed: 'se quedaron: habían cambiado.',
    left_departed: 'siguieron de baja: se habían dado de baja después.',
    left_over_limit: 'se quedaron: se alcanzó el límite.',
    left_gone: 'ya no estaban en la lista.',
  },
  people,
  nobody: 'La importación no cambió a nadie, así que no hay nada que anular.',
  submit: 'Anular esta importación',
  download: 'Descargar las direcciones',
  only: 'Una anulación no se puede deshacer.',
  done: (at) => `Anulada ${at}.`,
  running: (done, all) => `${count(done)} de ${people(all)}`,
}
