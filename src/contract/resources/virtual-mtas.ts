import { z } from 'zod'
import { choice, name, text, whole } from '../api/fields.ts'
import { parseIp } from '../values/ip.ts'
import { parseSmtpUrl } from './smtp-url.ts'
import { resourceEndpoints } from './endpoints.ts'

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
const relayUrl = text(2000)
  .transform((value, context) => {
    const parsed = parseSmtpUrl(value.trim())
    if ('problem' in parsed) context.addIssue(parsed.problem)
    return value.trim()
  })
  .nullish()
  .meta({
    description:
      'Of a relay_server: smtp://user:password@host:587 or smtps://…; null: none, and it sends by the System Default Route. Write only.',
    writeOnly: true,
  })

const localAddress = text(100)
  .transform((value, context) => {
    const parsed = parseIp(value)
    if (parsed === null) context.addIssue('is not a valid IP address')
    return parsed ?? z.NEVER
  })
  .nullish()
  .meta({
    description:
      'Of an ip_address: the address of this machine to connect from, on the System Default Route. Write only.',
    writeOnly: true,
  })

const rule = z.object({
  domain: text(300)
    .transform((value) => value.trim().toLowerCase())
    .refine((value) => /^[^\s\p{Cc}@]+$/u.test(value), 'must be a domain, in which * is any text'),
  virtual_mta_id: whole(0, 2_147_483_647),
})
const rules = z.array(rule).max(1000).optional().meta({
  description:
    'Of a routing_rule, in order: where messages to domains like *.example.com go. The first that fits counts; where none does, the System Default Route (0). None can be a routing_rule. Write only.',
  writeOnly: true,
})

export const virtualMtaInput = z.object({
  name: mtaName,
  type: choice(virtualMtaTypes),
  relay_url: relayUrl,
  local_address: localAddress,
  rules,
})
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
