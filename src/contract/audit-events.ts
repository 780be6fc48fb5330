import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import { tokenQuery } from './api/paging.ts'
import { choice } from './api/fields.ts'
import { filter, id, time } from './api/query.ts'

/** The audit log of an organization. Only the server writes these events; they never change. */

export const actorTypes = ['api_key', 'user', 'import', 'system'] as const

const auditEventQuery = tokenQuery
  .safeExtend({
    kind: filter('Return events of this kind, such as `mailing_list.deleted`.'),
    subject_type: filter('Return events about records of this type, such as `MailingList`.'),
    subject_id: id
      .optional()
      .meta({ description: 'Return events about the record with this id. Combine it with subject_type.' }),
    actor_type: choice(actorTypes)
      .optional()
      .meta({ description: 'Return events whose actor has this type, such as `user`.' }),
    actor_id: id
      .optional()
      .meta({ description: 'Return events of the key, user or import with this id. It needs actor_type.' }),
    occurred_at__start: time('start', 'The earliest time of the events'),
    occurred_at__end: time('end', 'The latest time of the events'),
  })
  .refine(
    (given) => given.actor_id === undefined || given.actor_type !== undefined,
    'actor_id needs actor_type',
  )

export type AuditEventQuery = z.output<typeof auditEventQuery>

export const auditEventSchema = z
  .object({
    id: z.int(),
    occurred_at: z.iso.datetime({ offset: true }),
    kind: z
      .string()
      .meta({ description: 'The subject and what happened to it, such as `mailing_list.deleted`.' }),
    actor: z
      .object({
        type: z.enum(actorTypes),
        id: z
          .int()
          .nullable()
          .meta({ description: 'The id of the key, user or import. null if the server itself acted.' }),
        name: z.string().nullable().meta({
          description:
            'The name of the key or user. null if it was deleted, is of another organization, or is no person.',
        }),
        organization_id: z
          .int()
          .nullable()
          .meta({ description: "The organization of the actor: 1 for a system administrator's key." }),
        assistant: z.string().nullable().meta({
          description:
            'The program that acted with the key through /mcp, by its own word. null: there was none.',
        }),
      })
      .meta({ description: 'Who did it.' }),
    request_id: z.string().nullable().meta({ description: 'The X-Request-Id of the answer.' }),
    subject: z
      .object({
        type: z.string().nullable(),
        id: z.int().nullable(),
        name: z
          .string()
          .nullable()
          .meta({ description: 'What it is called today. null: it is gone, or has no name.' }),
      })
      .meta({ description: 'The record that was changed.' }),
    details: z.record(z.string(), z.unknown()).meta({ description: 'Details that depend on the kind.' }),
    names: z.record(z.string(), z.string()).meta({
      description: 'What the records are called whose ids are in details, such as `mailing_list_id`.',
    }),
  })
  .meta({ id: 'AuditEvent' })

export type AuditEvent = z.output<typeof auditEventSchema>

const list = {
  tag: 'Audit log',
  method: 'GET',
  query: auditEventQuery,
  paged: 'bounded token',
  data: z.array(auditEventSchema),
} as const

export const listAuditEvents = endpoint({
  ...list,
  id: 'listAuditEvents',
  role: 'organization_admin',
  path: 'audit_events',
  summary: 'List the audit events of the organization, newest first',
})

export const listOrganizationAuditEvents = endpoint({
  ...list,
  id: 'listOrganizationAuditEvents',
  role: 'system_admin',
  path: 'organizations/:organization_id/audit_events',
  summary: 'List the audit events of an organization, even a deleted one, newest first',
})
