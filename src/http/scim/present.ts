import { createHash } from 'node:crypto'
import { parsePath, type AttributePath } from '../../contract/scim/filter.ts'
import { resolve, type Resolved } from '../../contract/scim/resolve.ts'
import { groupKind, urns, userKind, type Resource, type ResourceKind } from '../../contract/scim/schemas.ts'
import { shownUser } from '../../contract/scim/users.ts'
import type { ScimGroupRow } from '../../store/scim/groups.ts'
import type { ScimUserRow } from '../../store/scim/users.ts'

/** @param base the address of SCIM, without a slash at the end */
export function presentUser(base: string, row: ScimUserRow): Resource {
  const groups = row.groups.map(({ id, display_name: display }) => ({
    value: String(id),
    $ref: `${base}/Groups/${id}`,
    display,
    type: 'direct',
  }))
  const content = { schemas: [urns.user], id: String(row.id), ...shownUser(row), groups }
  return withMeta(base, userKind, content, row)
}

/** @param hasMembers whether they were read: without them there is no version */
export function presentGroup(base: string, row: ScimGroupRow, hasMembers = true): Resource {
  const members = row.members.map(({ id, full_name: display }) => ({
    value: String(id),
    $ref: `${base}/Users/${id}`,
    display,
    type: 'User',
  }))
  const { external_id: externalId } = row
  const content = {
    schemas: [urns.group],
    id: String(row.id),
    ...(externalId !== null && { externalId }),
    displayName: row.display_name,
    members,
  }
  const resource = withMeta(base, groupKind, content, row)
  if (hasMembers) return resource
  const { version: _, ...meta } = resource['meta'] as { version: string }
  return { ...resource, meta }
}

function withMeta(
  base: string,
  { name, path }: ResourceKind,
  content: Resource,
  { id, created_at: created, changed_at: changed }: Pick<ScimUserRow, 'id' | 'created_at' | 'changed_at'>,
): Resource {
  const meta = {
    resourceType: name,
    created: created.toISOString(),
    lastModified: changed.toISOString(),
    location: `${base}/${path}/${id}`,
    version: versionOf(content),
  }
  return { ...content, meta }
}

function versionOf(content: Resource): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}

export function etagOf(resource: Resource): string {
  return (resource['meta'] as { version: string }).version
}

/** Which attributes the caller wants (RFC 7644, section 3.9). */
export type Selection = { only: Resolved[] | null; without: Resolved[] }

type Asked = { attributes?: unknown; excludedAttributes?: unknown }

/** @throws ScimError `invalidPath` */
export function selectionOf(kind: ResourceKind, { attributes, excludedAttributes }: Asked): Selection {
  const only = namesIn(attributes)
  const read = (names: string[]) =>
    names.flatMap((name) => resolve(kind, pathOf(kind, name), 'invalidPath') ?? [])
  return { only: only.length === 0 ? null : read(only), without: read(namesIn(excludedAttributes)) }
}

function pathOf(kind: ResourceKind, name: string): AttributePath {
  return parsePath(
    name.toLowerCase().startsWith(`${kind.urn.toLowerCase()}:`) ? name.slice(kind.urn.length + 1) : name,
  )
}

function namesIn(given: unknown): string[] {
  const parts = (Array.isArray(given) ? (given as unknown[]) : [given ?? '']).map(String)
  return parts
    .flatMap((part) => part.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

export function isWanted({ only, without }: Selection, name: string): boolean {
  const isIt = ({ attribute }: Resolved) => attribute.name === name
  return only === null ? !without.some((one) => isIt(one) && one.sub === null) : only.some(isIt)
}

/** What is always returned stays. */
export function select(kind: ResourceKind, resource: Resource, selection: Selection): Resource {
  const { only, without } = selection
  const entries = kind.attributes.flatMap((attribute) => {
    const value = resource[attribute.name]
    if (value === undefined) return []
    if (attribute.returned === 'always') return [[attribute.name, value] as const]
    if (!isWanted(selection, attribute.name)) return []
    const isOfIt = (one: Resolved) => one.attribute === attribute
    const whole = only?.some((one) => isOfIt(one) && one.sub === null) ?? true
    const subs = (only ?? []).filter(isOfIt).map(({ sub }) => sub?.name ?? '')
    const gone = without.filter(isOfIt).map(({ sub }) => sub?.name ?? '')
    const keeps = (name: string) => (whole || subs.includes(name)) && (only !== null || !gone.includes(name))
    return [[attribute.name, partsOf(value, keeps)] as const]
  })
  return Object.fromEntries(entries)
}

function partsOf(value: unknown, keeps: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, keeps))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name)))
}
