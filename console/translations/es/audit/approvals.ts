import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'Enviar una campaña',
  autoresponder: 'Activar un autorrespondedor',
  import: 'Importar contactos',
  export: 'Exportar contactos',
  bulk_change: 'Cambiar muchos contactos',
  erasure: 'Borrar un contacto definitivamente',
  api_key: 'Crear o cambiar una clave de API',
  rights: 'Cambiar quién puede hacer qué',
  webhook: 'Crear o cambiar un webhook',
  suppression: 'Quitar direcciones excluidas',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: 'Aprobaciones',
    lead: 'Lo que alguien quiere hacer y otra persona debe aprobar antes, primero lo más reciente.',
    rulesLink: 'Qué requiere aprobación',
    kinds,
    other: 'Otro cambio',
    states: {
      planned: 'planificada',
      waiting: 'a la espera de decisión',
      approved: 'aprobada',
      refused: 'rechazada',
      applied: 'ejecutada',
      void: 'sin efecto',
    },
    what: 'Qué',
    who: 'Solicitado por',
    when: 'Solicitado',
    state: 'Estado',
    filter: 'Mostrar',
    filters: { '': 'Todas', waiting: 'Las que esperan una decisión' },
    somebody: 'alguien que ya no está',
    empty: {
      title: 'Nada que aprobar',
      text: 'Las solicitudes aparecen aquí en cuanto una regla dice que algo requiere la aprobación de otra persona.',
    },
    one: {
      facts: 'Qué haría',
      until: 'Se puede ejecutar hasta',
      program: 'Solicitado mediante',
      concerned: 'Contactos',
      messages: 'Mensajes',
      credits: 'Créditos',
      unknown: 'no se sabe antes de empezar',
      unlimited: 'sin límite',
      classes: 'De ellos',
      leftOut: 'Omitidos',
      leftOutFor: {
        not_in_segment: 'fuera del segmento',
        paused: 'pausa elegida por el contacto',
        suppressed: 'en una lista de exclusión',
      },
      waits: 'Espera',
      numbered: (word, number) => `${word}: ${count(number)}`,
      people,
      campaign: 'Abrir la campaña, su revisión y su vista previa',
      decision: 'Decisión',
      reason: 'Motivo',
      reasonHint: 'Para quien lo solicitó y para el registro de auditoría.',
      approve: 'Aprobar',
      refuse: 'Rechazar',
      apply: 'Ejecutar ahora',
      decided: (state, name, when) => `${state} por ${name}, ${when}`,
      emergency: 'sin aprobación, en una emergencia',
      void: 'Ya no se puede ejecutar:',
      mayDecide: 'Nadie decide sobre su propia solicitud. Quien puede decidir lo sabe al intentarlo.',
    },
    ask: {
      button: 'Pedir aprobación',
      hint: 'Otra persona debe aprobar esto. Recibe un correo y ve la revisión, la vista previa y las cifras.',
    },
    rules: {
      title: 'Qué requiere aprobación',
      lead: 'Lo que nadie de esta organización hace solo. Quien solicita nunca lo aprueba por sí mismo.',
      needed: (kind) => kind,
      above: 'Por encima de este número de contactos',
      approvers: 'Quién puede aprobar',
      approversHint: 'Nadie indicado: todos los administradores.',
      emergency: 'Quién puede hacerlo solo en una emergencia',
      emergencyHint: 'Queda registrado y se comunica por correo a todos los que pueden aprobar.',
      ofLists: (number) =>
        number === 1
          ? 'Una regla para una sola lista se creó con la API y se conserva.'
          : `${count(number)} reglas para una sola lista se crearon con la API y se conservan.`,
      save: 'Guardar las reglas',
    },
  },
}
