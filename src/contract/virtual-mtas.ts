import { z } from 'zod'
import { choice, name } from './fields.ts'
import { resourceEndpoints } from './resource-endpoints.ts'

/** What decides by which way messages leave. Granted by system administrators (specification, section 2.5). */

export const virtualMtaTypes = ['ip_address', 'relay_server', 'routing_rule'] as const

/** Always there, no row: what is used where nothing else is chosen. */
export const defaultRoute = { id: 0, name: 'System Default Route', type: 'default_route' } as const

export const virtualMtaSchema = z
  .object({
    id: z.int().meta({ description: '0: the System Default Route.' }),
    type: z.enum([...virtualMtaTypes, defaultRoute.type]),
    name: z.string(),
  })
  .meta({ id: 'VirtualMta' })

const mtaName = name(100).refine(
  (value) => value.toLowerCase() !== defaultRoute.name.toLowerCase(),
  'has already been taken',
)
export const virtualMtaInput = z.object({ name: mtaName, type: choice(virtualMtaTypes) })
export const virtualMtaChanges = virtualMtaInput.partial()

export type VirtualMtaInput = z.output<typeof virtualMtaInput>
export type VirtualMtaChanges = z.output<typeof virtualMtaChanges>

export const virtualMtaEndpoints = resourceEndpoints<VirtualMtaInput, VirtualMtaChanges>({
  name: 'VirtualMta',
  path: 'virtual_mtas',
  tag: 'Virtual MTAs',
  one: 'virtual MTA',
  many: 'virtual MTAs',
  param: ':key',
  wrapper: 'virtual_mta',
  record: virtualMtaSchema,
  input: virtualMtaInput,
  changes: virtualMtaChanges,
  filters: ['name', 'name_contains', 'type'],
  orders: ['id', 'name', 'type'],
  roles: { read: 'standard', write: 'system_admin' },
})
