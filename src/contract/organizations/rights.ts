import type { Role } from '../api/endpoint.ts'

/** Who sees and edits which field of an organization (specification, sections 2.5 and 5). */

/** Answers to others than system administrators do not have these. */
export const systemSeenFields = [
  'active',
  'custom_headers',
  'sending_quota',
  'subscriber_quota',
  'permissions',
] as const

const systemEditedFields: readonly string[] = ['name', 'anniversary_day', ...systemSeenFields]

const headerAndFooter: readonly string[] = ['html_header', 'html_footer', 'text_header', 'text_footer']

/**
 * Whether a caller may change these fields; a field that is sent with the value it has is not changed.
 * @returns why not, for the caller; null when it may.
 */
export function editRefusal(
  role: Role,
  changed: readonly string[],
  organization: { can_edit_header_and_footer: boolean },
): string | null {
  if (role === 'system_admin') return null
  const closed = changed.filter((field) => systemEditedFields.includes(field))
  if (closed.length > 0) return `only a system administrator may change ${closed.join(', ')}`
  const granted = changed.filter((field) => headerAndFooter.includes(field))
  return granted.length > 0 && !organization.can_edit_header_and_footer
    ? `the organization may not change ${granted.join(', ')}`
    : null
}
