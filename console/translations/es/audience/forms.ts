import { count, plural } from '../../../design/figures.ts'
import { orMore } from './amounts.ts'
import type * as en from '../../../words/audience/forms.ts'

const times = (value: number) => count(value)

export const { formWords }: typeof en = {
  formWords: {
    title: 'Formularios',
    lead: (list) => `Con un formulario, los contactos se suscriben ellos mismos a ${list}.`,
    create: 'Nuevo formulario',
    empty: {
      title: 'Aún no hay formularios',
      text: 'Un formulario es una página que se enlaza, o HTML para su propio sitio. Los contactos confirman por correo antes de recibir cualquier otra cosa.',
    },
    name: 'Nombre',
    nameHint: 'Solo lo ven sus colegas.',
    state: 'Estado',
    states: { open: 'Abierto', closed: 'Cerrado' },
    optIn: 'Confirmación',
    optIns: {
      double: 'Con un enlace en un correo (doble opt-in)',
      single: 'Ninguna (opt-in simple)',
    },
    optInHint:
      'Sin ella, las direcciones nuevas se suscriben de inmediato. Las direcciones que ya están en la lista siempre reciben un correo que pide confirmación.',
    shortOptIns: { double: 'Por correo', single: 'Ninguna' },
    submitted: 'Enviados',
    confirmed: 'Confirmados',
    pending: 'En espera',
    figures: 'Cifras',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `${times(submitted)} ${plural(submitted, { one: 'enviado', other: 'enviados' })}, ${times(confirmed)} ${plural(confirmed, { one: 'confirmado', other: 'confirmados' })}, ${orMore(times(pending), isExact)} a la espera de confirmación.`,
    noSender:
      'Esta lista no tiene dirección de remitente, así que sus correos de confirmación no se pueden enviar. Sus formularios están cerrados hasta que se indique una.',
    toSettings: 'Configuración de la lista',
    new: { title: 'Nuevo formulario', submit: 'Crear el formulario' },
    page: 'Página',
    heading: 'Título',
    headingHint: 'Si un texto está vacío, los lectores ven el de Quiver en su idioma.',
    introduction: 'Texto encima de los campos',
    button: 'Texto del botón',
    consent: 'Qué aceptan los contactos',
    consentHint:
      'Los lectores deben marcar una casilla junto a este texto. Se conserva como prueba con cada suscripción. Las direcciones web se convierten en enlaces. Vacío: sin casilla.',
    version: (value) => `Versión ${count(value)}.`,
    fields: 'Campos',
    fieldsHint: 'El formulario siempre pide la dirección y los campos que exige la lista.',
    addField: 'Añadir un campo',
    noFields: 'El formulario solo pide la dirección.',
    label: (name) => `Etiqueta de ${name}`,
    required: 'Obligatorio',
    requiredOf: (name) => `${name} es obligatorio`,
    up: (name) => `Subir ${name}`,
    down: (name) => `Bajar ${name}`,
    remove: (name) => `Quitar ${name}`,
    mail: 'Correo que pide confirmación',
    mailHint: (from) =>
      from === ''
        ? 'Se envía desde el remitente de la lista.'
        : `Se envía desde ${from}, el remitente de la lista.`,
    subject: 'Asunto',
    text: 'Texto',
    mailButton: 'Texto de su botón',
    after: 'Después de la confirmación',
    redirect: 'Redirigir en su lugar a esta dirección',
    redirectHint: 'Debe empezar por https://.',
    more: 'Reglas',
    language: 'Idioma',
    languageHint:
      'Si no se indica ninguno, el idioma de la marca o, en su defecto, el que pide el navegador.',
    asTheReader: 'El idioma del lector',
    active: 'El formulario está abierto',
    work: 'Pedir al navegador un cálculo breve',
    workHint: 'Frena a los programas que rellenan formularios. La página necesita entonces JavaScript.',
    origins: 'Sitios cuyos scripts pueden enviar el formulario',
    originsHint: 'Uno por línea, por ejemplo https://www.example.com.',
    save: 'Guardar el formulario',
    saved: 'El formulario se ha guardado.',
    preview: 'Vista previa',
    previewPage: 'Página de la vista previa',
    previewLook: 'Aspecto de la vista previa',
    subjectIs: (subject) => `Asunto: ${subject}`,
    pages: {
      form: 'El formulario',
      sent: 'Después de enviar',
      mail: 'El correo',
      confirm: 'El enlace del correo',
      thanks: 'Después de la confirmación',
    },
    looks: { light: 'Claro', dark: 'Oscuro' },
    someone: 'ann@example.com',
    share: 'Publicar',
    address: 'Dirección de la página',
    embed: 'HTML para su propio sitio',
    embedHint:
      'No contiene ningún script. La página del formulario muestra una vez más lo introducido y un clic lo envía. Copie de nuevo el HTML después de cambiar los campos.',
    open: 'Abrir la página',
    delete: {
      title: 'Eliminar el formulario',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'Su página se cierra. Los contactos suscritos con él siguen en la lista.'
          : `Su página se cierra, y ${orMore(count(pending), isExact)} ${plural(pending, { one: 'persona que aún no ha confirmado ya no podrá hacerlo', other: 'personas que aún no han confirmado ya no podrán hacerlo' })}. Los contactos suscritos con él siguen en la lista.`,
      begin: 'Eliminar este formulario…',
      submit: 'Eliminar el formulario',
    },
  },
}
