import { logInAddress } from '../users/input.ts'
import { shownName } from '../users/shown-name.ts'
import { ScimError } from './errors.ts'
import type { Resource } from './schemas.ts'
import { externalIdOf } from './values.ts'

/** What the provider has said of a user and Quiver only repeats. */
export type Said = { name?: Resource; displayName?: string; emails?: Resource[] }

export type ScimUser = {
  email: string
  full_name: string
  /** null: not said. */
  active: boolean | null
  external_id: string | null
  said: Said
}

const emailsMax = 20

/** @throws ScimError `invalidValue` */
export function readUser(resource: Resource): ScimUser {
  const { userName, active, name, displayName, emails } = resource
  if (userName === undefined) throw new ScimError('invalidValue', 'userName is required')
  const address = logInAddress.safeParse(userName)
  if (!address.success) {
    const [issue] = address.error.issues
    throw new ScimError(
      'invalidValue',
      `userName ${issue?.message ?? 'is not valid'}: it is the address that people log in with`,
    )
  }
  if (Array.isArray(emails) && emails.length > emailsMax) {
    throw new ScimError('invalidValue', `emails has more than ${emailsMax} addresses`)
  }
  // The types are those that readResource has checked.
  const said = {
    ...(name !== undefined && { name }),
    ...(displayName !== undefined && { displayName }),
    ...(emails !== undefined && { emails }),
  } as Said
  return {
    email: address.data,
    full_name: fullNameOf(said, address.data),
    active: (active as boolean | undefined) ?? null,
    external_id: externalIdOf(resource),
    said,
  }
}

function fullNameOf({ displayName, name = {} }: Said, email: string): string {
  const { formatted, givenName, middleName, familyName } = name
  const parts = [givenName, middleName, familyName].filter((one) => typeof one === 'string')
  return shownName(displayName ?? (formatted as string | undefined) ?? parts.join(' '), email)
}

type Known = { email: string; full_name: string; active: boolean; external_id: string | null; said: Said }

/** What a PATCH begins with. Names that somebody has changed here since are no longer what the provider said. */
export function writtenUser({
  email,
  full_name: fullName,
  active,
  external_id: externalId,
  said,
}: Known): Resource {
  const { name, displayName, emails } = said
  const isSaid = fullNameOf(said, email) === fullName
  return {
    userName: email,
    active,
    ...(externalId !== null && { externalId }),
    ...(emails !== undefined && { emails }),
    ...(isSaid
      ? { ...(name !== undefined && { name }), ...(displayName !== undefined && { displayName }) }
      : { displayName: fullName }),
  }
}

/** As it is answered: complete, whatever the provider has said. */
export function shownUser(known: Known): Resource {
  const written = writtenUser(known)
  return {
    ...written,
    displayName: written['displayName'] ?? known.full_name,
    name: { formatted: known.full_name, ...(written['name'] as Resource | undefined) },
    emails: written['emails'] ?? [{ value: known.email, type: 'work', primary: true }],
  }
}
