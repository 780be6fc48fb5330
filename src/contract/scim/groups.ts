import { trimmedName } from '../values/spelling/invisible.ts'
import { parseId } from '../values/text.ts'
import { ScimError } from './errors.ts'
import type { Resource } from './schemas.ts'
import { externalIdOf } from './values.ts'

export type ScimGroup = { display_name: string; external_id: string | null; member_ids: number[] }

/** As the mapping of groups takes names. */
const charactersMax = 300

/** @throws ScimError `invalidValue` */
export function readGroup(resource: Resource): ScimGroup {
  const { displayName, members = [] } = resource
  const name = typeof displayName === 'string' ? trimmedName(displayName) : ''
  if (name === '' || name.length > charactersMax || /[\p{Cc}\u2028\u2029]/u.test(name)) {
    throw new ScimError(
      'invalidValue',
      `displayName is required, in one line of at most ${charactersMax} characters`,
    )
  }
  const ids = (members as Resource[]).map(({ value, type }) => memberId(String(value), type))
  return {
    display_name: name,
    external_id: externalIdOf(resource),
    member_ids: [...new Set(ids)].toSorted((one, other) => one - other),
  }
}

function memberId(value: string, type: unknown): number {
  const id = parseId(value)
  const isUser = type === undefined || (typeof type === 'string' && type.toLowerCase() === 'user')
  if (id === null || id > 2_147_483_647 || !isUser) {
    throw new ScimError(
      'invalidValue',
      `member ${value.slice(0, 60)} is no user: a group has users and no groups`,
    )
  }
  return id
}
