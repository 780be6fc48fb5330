import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { stepInto, stepOut } from '../../src/contract/users/sessions.ts'
import { useSession } from '../app/session.tsx'

/** @param to the address to open afterwards; none: the page stays. */
export function useStep() {
  const { client, enter } = useSession()
  const [, go] = useLocation()
  const known = useQueryClient()
  return {
    into: async (organizationId: number, to?: string) => {
      enter((await client.call(stepInto, { body: { organization_id: organizationId } })).data)
      go(to ?? '/')
    },
    out: async () => {
      enter((await client.call(stepOut)).data)
      known.clear()
      go('/')
    },
  }
}
