import { z } from 'zod'
import { choice, flag, name, text, whole } from '../api/fields.ts'
import { headerLinesField } from '../values/header-lines.ts'
import { namedReference, organizationPermissionsInput } from './permissions.ts'
import { parseZoneName } from '../times/zone-names.ts'

/** null means not given, as does "" for attributes that can be empty. */

export const subscriberQuotaModes = ['no_limit', 'visible_limit', 'hidden_limit'] as const
export const sendingQuotaModes = [...subscriberQuotaModes, 'fixed_credits'] as const

export type QuotaMode = (typeof sendingQuotaModes)[number]

export function isLimited(mode: QuotaMode): boolean {
  return mode === 'visible_limit' || mode === 'hidden_limit'
}

/** Every message contains the header and footer. */
const markupMax = 100_000

const markup = text(markupMax)
  .nullable()
  .transform((value) => value ?? '')
  .optional()

const zoneName = text(255)
  .transform((value, context) => {
    const zone = parseZoneName(value)
    if (zone !== null) return zone
    context.addIssue(
      value.trim() === '' ? 'cannot be blank' : 'is not a known time zone such as Europe/Berlin',
    )
    return z.NEVER
  })
  .nullish()

/** Strict, because a misspelled key must not lift a limit. Members that the mode does not use are dropped. */
function quota<const Modes extends readonly [QuotaMode, ...QuotaMode[]]>(modes: Modes) {
  return z
    .strictObject({
      mode: choice(modes).meta({
        description: 'Whether there is a limit, and whether the organization sees it.',
      }),
      limit: whole(0, Number.MAX_SAFE_INTEGER)
        .nullish()
        .meta({ description: 'The limit, required with visible_limit and hidden_limit.' }),
      overage: whole(0, 10_000)
        .nullish()
        .meta({ description: 'The percentage by which the limit can be exceeded, 0 to 10000. Default: 0.' }),
      notify_organization_admins: flag.nullish().meta({
        description:
          'Whether the administrators of the organization are notified when the limit is reached. Default: false.',
      }),
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

/** null removes a list; an omitted list stays. */
const suppressionList = namedReference.nullish()

export const autoSubscriberManagementInput = z.object({
  distribute_removals: flag.meta({
    description:
      'Whether a removal from one list removes the address from all lists of the organization: by link, by a report of a mail server, by a call or by an import.',
  }),
  unsub_suppression_list: suppressionList.meta({
    description: 'The suppression list to which addresses are added when they unsubscribe. null: none.',
  }),
  bounce_suppression_list: suppressionList.meta({
    description: 'The suppression list to which addresses are added when they bounce. null: none.',
  }),
  scomp_suppression_list: suppressionList.meta({
    description:
      'The suppression list to which addresses are added when they complain about spam. null: none.',
  }),
})

const attributes = {
  active: flag.nullish().meta({
    description: 'Whether users can log in and keys work. System administrators only. Default: true.',
  }),
  anniversary_day: whole(1, 31).nullish().meta({
    description:
      'The day of the month, 1 to 31, on which the month of the sending quota begins. System administrators only.',
  }),
  time_zone_name: zoneName.meta({
    description:
      'The time zone of the organization: an IANA name such as Europe/Berlin, or a label such as (GMT+01:00) Berlin.',
  }),
  html_header: markup.meta({ description: 'HTML to insert before the content of every message.' }),
  html_footer: markup.meta({ description: 'HTML to insert after the content of every message.' }),
  text_header: markup.meta({ description: 'Text to insert before the content of every text message.' }),
  text_footer: markup.meta({ description: 'Text to insert after the content of every text message.' }),
  custom_headers: headerLinesField
    .nullable()
    .transform((value) => value ?? '')
    .optional()
    .meta({
      description: 'Extra headers of every message, one `Name: value` per line. System administrators only.',
    }),
  sending_quota: quota(sendingQuotaModes).meta({
    description: 'The limit on messages per month. System administrators only. Default: no_limit.',
  }),
  subscriber_quota: quota(subscriberQuotaModes).meta({
    description: 'The limit on active subscribers. System administrators only. Default: no_limit.',
  }),
  permissions: organizationPermissionsInput
    .nullish()
    .meta({ description: 'What the organization can use. System administrators only.' }),
}

/** Omitted if the feature flag is off. */
const flagged = {
  auto_subscriber_management: autoSubscriberManagementInput.nullish().meta({
    description: 'What happens to an address that unsubscribes, bounces or complains.',
  }),
}

const organizationName = name(100).meta({
  description: 'The name of the organization, up to 100 characters. System administrators only.',
})
export const organizationInput = z.object({ name: organizationName, ...attributes, ...flagged })
export const organizationChanges = z.object({ name: organizationName.optional(), ...attributes, ...flagged })

export type OrganizationChanges = z.output<typeof organizationChanges>
