import { refusalByRole, refusalOf, type Access, type Needs } from '../../src/contract/api/access.ts'
import type { SessionAnswer } from '../../src/contract/users/sessions.ts'
import { useSession } from './session.tsx'

/** A call, or what is inside of one: a role and a permission. Of several all. */
type Wanted = Needs | Omit<Needs, 'id'> | readonly Needs[]

/** @returns whether the person may call the endpoint: what they may not call is not offered. */
export function useMay(): (wanted: Wanted) => boolean {
  const { session } = useSession()
  return (wanted) => session !== null && may(session, wanted)
}

type Person = Pick<SessionAnswer, 'role' | 'permissions' | 'rights' | 'mailing_list_ids'>

/** By the function that the server decides by. */
export function may(person: Person, wanted: Wanted): boolean {
  const access = accessOf(person)
  return [wanted]
    .flat()
    .every((one) => ('id' in one ? refusalOf(access, one) : refusalByRole(access, one)) === null)
}

function accessOf({ role, permissions, rights, mailing_list_ids: listIds }: Person): Access {
  return {
    role,
    permissions: role === 'standard' ? (rights ?? permissions) : null,
    by_rights: rights !== null,
    list_ids: listIds,
  }
}
