import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import { tokenQuery } from './api/paging.ts'
import { filter, id, time } from './api/query.ts'

/** What happened in an organization and who did it; written by the server only, never changed. */

export const actorTypes = ['api_key', 'user', 'import', 'system'] as const

const auditEventQuery = tokenQuery.safeExtend({
  kind: filter('Exactly: `mailing_list.deleted`.'),
  subject_type: filter('Exactly: `MailingList`.'),
  subject_id: id.optional().meta({ description: 'With or without subject_type.' }),
  occurred_at__start: time('start', 'Events of that second or later'),
  occurred_at__end: time('end', 'Events of that second or earlier'),
})

export type AuditEventQuery = z.output<typeof auditEventQuery>

export const auditEventSchema = z
  .object({
    id: z.int(),
    occurred_at: z.iso.datetime({ offset: true }),
    kind: z.string().meta({ description: '`<subject>.<what happened>`' }),
    actor: z
      .object({
        type: z.enum(actorTypes),
        id: z.int().nullable().meta({ description: 'null when the server itself acted.' }),
        organization_id: z
          .int()
          .nullable()
          .meta({ description: "Where the actor belongs: 1 for a system administrator's key." }),
      })
      .meta({ description: 'Who did it.' }),
    request_id: z.string().nullable().meta({ description: 'As the answer had it in X-Request-Id.' }),
    subject: z
      .object({ type: z.string().nullable(), id: z.int().nullable() })
      .meta({ description: 'What it was done to.' }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What else there is to know of the kind.' }),
  })
  .meta({ id: 'AuditEvent' })

export type AuditEvent = z.output<typeof auditEventSchema>

const list = {
  tag: 'Audit log',
  method: 'GET',
  query: auditEventQuery,
  paged: 'token',
  data: z.array(auditEventSchema),
} as const

export const listAuditEvents = endpoint({
  ...list,
  id: 'listAuditEvents',
  role: 'organization_admin',
  path: 'audit_events',
  summary: 'What happened in the organization, newest first',
})

export const listOrganizationAuditEvents = endpoint({
  ...list,
  id: 'listOrganizationAuditEvents',
  role: 'system_admin',
  path: 'organizations/:organization_id/audit_events',
  summary: 'What happened in an organization, also in one that is deleted, newest first',
})
