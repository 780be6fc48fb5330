import { z } from 'zod'
import { choice, name, text, whole } from '../api/fields.ts'
import { parseIp } from '../values/ip.ts'
import { parseSmtpUrl } from './smtp-url.ts'
import { resourceEndpoints } from './endpoints.ts'

export const virtualMtaTypes = ['ip_address', 'relay_server', 'routing_rule'] as const

/** The default route always exists and has no row. */
export const defaultRoute = { id: 0, name: 'System Default Route', type: 'default_route' } as const

export const virtualMtaSchema = z
  .object({
    id: z.int().meta({ description: 'The id of the virtual MTA. 0: the System Default Route.' }),
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
      'The relay of a relay_server: smtp://user:password@host:587 or smtps://…. Default: null, it uses the System Default Route. Answers never contain it.',
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
      'The local address from which an ip_address connects to the System Default Route. Answers never contain it.',
    writeOnly: true,
  })

const rule = z.object({
  domain: text(300)
    .transform((value) => value.trim().toLowerCase())
    .refine((value) => /^[^\s\p{Cc}@]+$/u.test(value), 'must be a domain, in which * is any text')
    .meta({ description: 'The domain of the recipient, such as *.example.com; * matches any text.' }),
  virtual_mta_id: whole(0, 2_147_483_647).meta({
    description: 'The virtual MTA to use, but not another routing_rule. 0: the System Default Route.',
  }),
})
const rules = z.array(rule).max(1000).optional().meta({
  description:
    'The rules of a routing_rule. The first one that matches the domain of the recipient applies, else the System Default Route. Answers never contain them.',
  writeOnly: true,
})

export const virtualMtaInput = z.object({
  name: mtaName.meta({ description: 'A name for the virtual MTA, up to 100 characters and unique.' }),
  type: choice(virtualMtaTypes).meta({
    description: 'How messages leave: from a local address, through a relay, or by rules on the domain.',
  }),
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
