import type { VirtualMtaInput, virtualMtaTypes } from '../../../src/contract/resources/virtual-mtas.ts'

export type MtaRule = { domain: string; virtual_mta_id: number }

export type MtaValues = {
  name: string
  type: (typeof virtualMtaTypes)[number]
  relay_url: string
  local_address: string
  rules: MtaRule[]
}

export const emptyMta: MtaValues = {
  name: '',
  type: 'relay_server',
  relay_url: '',
  local_address: '',
  rules: [],
}

/**
 * What a form sends: only what belongs to the type. What was left empty is not sent, because answers contain neither
 * relays, addresses nor rules: the server keeps what it has.
 */
export function bodyOfMta({ name, type, ...own }: MtaValues): VirtualMtaInput {
  const body = { name, type }
  if (type === 'relay_server')
    return own.relay_url.trim() === '' ? body : { ...body, relay_url: own.relay_url }
  if (type === 'ip_address') {
    return own.local_address.trim() === '' ? body : { ...body, local_address: own.local_address }
  }
  return own.rules.length === 0 ? body : { ...body, rules: own.rules }
}
