import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) => plural(value, { one: '# entrada', other: '# entradas' })

export const suppressionWords: typeof en.suppressionWords = {
  title: 'Exclusiones',
  lead: 'Las direcciones de estas listas no reciben mensajes. Cada lista indica su alcance.',
  holds: 'Alcance',
  ofList: 'Lista de correo',
  scopes: {
    organization: 'Todos los mensajes',
    mailing_list: 'Una lista de correo',
    segment: 'Segmentos que la mencionan',
    system: 'Todas las organizaciones',
  },
  find: {
    title: '¿Está excluida una dirección?',
    email: 'Correo electrónico',
    submit: 'Consultar',
    none: (email) => `Ninguna lista excluye ${email}.`,
    by: (list, entry, since) => `${list}: ${entry}, desde ${since}`,
    bySystem: 'Una lista de este servidor excluye la dirección.',
  },
  name: 'Nombre de la lista',
  create: 'Crear la lista',
  newTitle: 'Nueva lista de exclusión',
  empty: {
    title: 'Aún no hay listas de exclusión',
    text: 'Una lista de exclusión contiene direcciones que nunca deben recibir correo: quejas, competidores, personas que lo pidieron por escrito.',
  },
  list: {
    search: 'Buscar',
    searchHint: 'Dirección, @dominio o hash',
    entry: 'Entrada',
    entries: 'Entradas',
    kind: 'Tipo',
    kinds: { a: 'Dirección', d: 'Dominio', m: 'Hash MD5', s: 'Hash SHA-256' },
    added: 'Añadida',
    remove: (entry) => `Quitar ${entry}`,
    removeShort: 'Quitar',
    add: 'Añadir entradas',
    addHint: 'Direcciones, dominios como @example.com o hashes de direcciones, uno por línea, hasta 10.000.',
    submit: (value) => (value === 0 ? 'Añadir entradas' : `Añadir ${entries(value)}`),
    result: (added, known, invalid) =>
      [
        `${entries(added)} ${plural(added, { one: 'añadida', other: 'añadidas' })}`,
        ...(known > 0
          ? [`${count(known)} ya ${plural(known, { one: 'estaba', other: 'estaban' })} en la lista`]
          : []),
        ...(invalid > 0
          ? [
              `${count(invalid)} no ${plural(invalid, { one: 'es', other: 'son' })} ni dirección, ni dominio, ni hash`,
            ]
          : []),
      ].join(', ') + '.',
    empty: { title: 'La lista está vacía', text: 'Añada las direcciones que no deben recibir correo.' },
    none: {
      title: 'Ninguna entrada empieza así',
      text: 'Busque por el comienzo de una dirección, o por @ y un dominio.',
    },
    zone: (zone) => `Horas de ${zone}.`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'Listas de control',
  lead: 'Direcciones propias que reciben una copia de cada campaña que usa la lista, para ver qué llega.',
  name: 'Nombre de la lista',
  create: 'Crear la lista',
  newTitle: 'Nueva lista de control',
  addresses: 'Direcciones, una por línea',
  search: 'Buscar en la lista',
  save: 'Guardar las direcciones',
  saved: 'Las direcciones se han guardado.',
  remove: (address) => `Quitar ${address}`,
  add: 'Correo electrónico',
  addSubmit: 'Añadir a la lista',
  count: (value) => plural(value, { one: '# dirección', other: '# direcciones' }),
  empty: {
    title: 'Aún no hay listas de control',
    text: 'Una lista de control contiene direcciones propias en varios proveedores. Las campañas les envían una copia.',
  },
  none: { title: 'Aún no hay direcciones', text: 'Añada una dirección propia.' },
}
