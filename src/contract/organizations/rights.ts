import type { Role } from '../api/endpoint.ts'

/** Only system administrators see these fields (specification, sections 2.5 and 5). */
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
 * A field sent with its current value is unchanged.
 * @returns the reason for a refusal; null if the change is allowed.
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
