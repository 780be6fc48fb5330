import { ScimError, type ScimType } from './errors.ts'
import type { AttributePath } from './filter.ts'
import { named, urns, type Attribute, type ResourceKind } from './schemas.ts'

export type Resolved = { attribute: Attribute; sub: Attribute | null }

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * @returns null for what RFC 7643 knows and Quiver does not keep.
 * @throws ScimError with `fault` for a name that no schema has
 */
export function resolve(kind: ResourceKind, path: AttributePath, fault: ScimType): Resolved | null {
  if (kind.name === 'User' && path.text.toLowerCase().startsWith(urns.enterprise.toLowerCase())) return null
  const attribute = named(kind.attributes, path.name)
  const isOwn = path.urn === null || isSame(path.urn, kind.urn)
  if (isOwn && attribute !== undefined) {
    if (path.sub === null) return { attribute, sub: null }
    const sub = named(attribute.subAttributes ?? [], path.sub)
    if (sub !== undefined) return { attribute, sub }
  }
  if (isOwn && kind.unkept.some((name) => isSame(name, path.name))) return null
  throw new ScimError(fault, `${path.text.slice(0, 200)} is no attribute of a ${kind.name}`)
}

/** Inside of brackets names are those of sub-attributes. @throws ScimError with `fault` */
export function resolveInside(attribute: Attribute, path: AttributePath, fault: ScimType): Attribute {
  const found =
    path.urn === null && path.sub === null ? named(attribute.subAttributes ?? [], path.name) : undefined
  if (found === undefined) {
    throw new ScimError(fault, `${path.text.slice(0, 200)} is no sub-attribute of ${attribute.name}`)
  }
  return found
}
