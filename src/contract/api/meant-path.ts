import { nearest } from '../values/spelling/nearest.ts'
import { mounts } from './endpoint.ts'

/** What other programs call these things. */
const others: Readonly<Record<string, string>> = {
  lists: 'mailing_lists',
  audiences: 'mailing_lists',
  contacts: 'subscribers',
  members: 'subscribers',
  people: 'subscribers',
  recipients: 'subscribers',
  imports: 'subscriber_imports',
  exports: 'subscriber_exports',
  fields: 'custom_fields',
  forms: 'web_forms',
  automations: 'autoresponders',
  hooks: 'webhooks',
}

/**
 * What the caller may have meant by a path that does not exist, or ''.
 * @param paths of all endpoints, with parameters as `:name`.
 */
export function meantPath(path: string, paths: readonly string[]): string {
  const mount = mounts.find((one) => path.startsWith(`${one}/`))
  if (mount === undefined) return ''
  const asked = path.slice(mount.length + 1).split('/')
  if (/^campaigns\/\d+\/(?:send|schedule|start)$/.test(asked.join('/')))
    return ': a campaign is sent by dispatch_attributes.begins_at (PUT campaigns/:id)'
  const meant = paths.map((one) => corrected(asked, one.split('/'))).find((one) => one !== null)
  return meant === undefined || meant === null ? '' : `; did you mean ${meant}?`
}

/** @returns null if a segment is not nearly that of the pattern. */
function corrected(asked: readonly string[], pattern: readonly string[]): string | null {
  if (asked.length !== pattern.length) return null
  const segments = asked.map((segment, index) => {
    const known = pattern[index] ?? ''
    if (known === segment || (known.startsWith(':') && segment !== '')) return segment
    if (known.startsWith(':')) return null
    return others[segment.toLowerCase()] === known ? known : nearest(segment, [known])
  })
  return segments.includes(null) ? null : segments.join('/')
}
