import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import type { bounceEmailSchema } from '../../src/contract/resources/bounce-emails.ts'
import {
  checkDkimKey,
  createDkimKey,
  listDkimKeys,
  type dkimKeySchema,
} from '../../src/contract/resources/dkim-keys.ts'
import {
  senderDomainEndpoints,
  type senderDomainSchema,
} from '../../src/contract/resources/sender-domains.ts'
import type { urlDomainSchema } from '../../src/contract/resources/url-domains.ts'
import type { virtualMtaSchema } from '../../src/contract/resources/virtual-mtas.ts'
import { useCall, useChange, type Answer } from '../app/api.ts'

export type SenderDomain = z.output<typeof senderDomainSchema>
export type DkimKey = z.output<typeof dkimKeySchema>
export type VirtualMta = z.output<typeof virtualMtaSchema>
export type UrlDomain = z.output<typeof urlDomainSchema>
export type BounceEmail = z.output<typeof bounceEmailSchema>

// The endpoints of resources are declared by one function, which leaves their data untyped.

const everything = { per_page: 2000 }

export function useSenderDomains() {
  const query = { ...everything, order_by: 'domain' }
  return useCall(senderDomainEndpoints.list, { query }) as UseQueryResult<Answer<SenderDomain[]>>
}

export function useDkimKeys() {
  const query = { ...everything, order_by: 'domain' }
  return useCall(listDkimKeys, { query }) as UseQueryResult<Answer<DkimKey[]>>
}

export function useCreateDkimKey(done: () => void) {
  return useChange(createDkimKey, { touches: ['Sender domains'], done })
}

export function useDkimCheck() {
  return useChange(checkDkimKey, { touches: ['Sender domains'] })
}
