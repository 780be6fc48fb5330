import { z } from 'zod'
import { choice, flag, name, text, whole } from '../api/fields.ts'
import { headerLinesField } from '../values/header-lines.ts'
import { namedReference, organizationPermissionsInput } from './permissions.ts'
import { parseZoneName } from '../times/zone-names.ts'

/** What a caller may say about an organization. null is not given, or "" where an attribute can be empty. */

export const subscriberQuotaModes = ['no_limit', 'visible_limit', 'hidden_limit'] as const
export const sendingQuotaModes = [...subscriberQuotaModes, 'fixed_credits'] as const

export type QuotaMode = (typeof sendingQuotaModes)[number]

export function isLimited(mode: QuotaMode): boolean {
  return mode === 'visible_limit' || mode === 'hidden_limit'
}

/** Enough for any page; a header or footer is part of every message. */
const markupMax = 100_000

const markup = text(markupMax)
  .nullable()
  .transform((value) => value ?? '')
  .optional()

const zoneName = text(255)
  .transform((value, context) => {
    const zone = parseZoneName(value)
    if (zone !== null) return zone
    context.addIssue(value.trim() === '' ? 'cannot be blank' : 'is not a known time zone')
    return z.NEVER
  })
  .nullish()

/** A closed hash: a misspelled key must not lift a limit. What the mode has no use for is read and dropped. */
function quota<const Modes extends readonly [QuotaMode, ...QuotaMode[]]>(modes: Modes) {
  return z
    .strictObject({
      mode: choice(modes),
      limit: whole(0, Number.MAX_SAFE_INTEGER).nullish(),
      overage: whole(0, 10_000).nullish(),
      notify_organization_admins: flag.nullish(),
    })
    .refine(({ mode, limit }) => !isLimited(mode) || limit != null, {
      path: ['limit'],
      error: 'cannot be blank',
    })
    .transform(({ mode, limit, overage, notify_organization_admins: notify }) => ({
      mode,
      limit: isLimited(mode) ? (limit ?? null) : null,
      overage: isLimited(mode) ? (overage ?? 0) : 0,
      notify: notify ?? false,
    }))
    .nullish()
}

/** null takes a list away; a list that is not given stays. */
const suppressionList = namedReference.nullish()

export const autoSubscriberManagementInput = z.object({
  distribute_removals: flag,
  unsub_suppression_list: suppressionList,
  bounce_suppression_list: suppressionList,
  scomp_suppression_list: suppressionList,
})

const attributes = {
  active: flag.nullish(),
  anniversary_day: whole(1, 31).nullish(),
  time_zone_name: zoneName,
  html_header: markup,
  html_footer: markup,
  text_header: markup,
  text_footer: markup,
  custom_headers: headerLinesField
    .nullable()
    .transform((value) => value ?? '')
    .optional(),
  sending_quota: quota(sendingQuotaModes),
  subscriber_quota: quota(subscriberQuotaModes),
  permissions: organizationPermissionsInput.nullish(),
}

/** Where the feature flag is off, a server takes these schemas without `auto_subscriber_management`. */
const flagged = { auto_subscriber_management: autoSubscriberManagementInput.nullish() }

export const organizationInput = z.object({ name: name(100), ...attributes, ...flagged })
export const organizationChanges = z.object({ name: name(100).optional(), ...attributes, ...flagged })

export type OrganizationChanges = z.output<typeof organizationChanges>
