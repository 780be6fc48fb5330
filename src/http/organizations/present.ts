import { quotaOf } from '../../actions/organizations.ts'
import type { Role } from '../../contract/api/endpoint.ts'
import type { OrganizationPermissions } from '../../contract/organizations/permissions.ts'
import { systemSeenFields } from '../../contract/organizations/rights.ts'
import type { Organization } from '../../contract/organizations/endpoints.ts'
import { formatZoneName, standardOffsetSeconds } from '../../contract/times/zone-names.ts'
import { plainOf } from '../../store/organizations/columns.ts'
import type { OrganizationRow } from '../../store/organizations/rows.ts'

export type OrganizationFeatures = {
  autoSubscriberManagement: boolean
}

export function presentOrganization(
  row: OrganizationRow,
  role: Role,
  features: OrganizationFeatures,
): Organization {
  const nowMs = Date.now()
  const { time_zone: zone, time_zone_label: label } = row
  const answer: Organization = {
    id: row.id,
    ...plainOf(row),
    time_zone_name: formatZoneName({ zone, label }, nowMs),
    time_zone_utc_offset: standardOffsetSeconds(zone, nowMs),
    ...(features.autoSubscriberManagement && { auto_subscriber_management: management(row) }),
    sending_quota: quotaOf(row, 'sending_quota'),
    subscriber_quota: quotaOf(row, 'subscriber_quota'),
    permissions: permissionsOf(row),
  }
  if (role !== 'system_admin') for (const field of systemSeenFields) delete answer[field]
  return answer
}

function management(row: OrganizationRow) {
  const { distribute_removals, unsub_suppression_list, bounce_suppression_list, scomp_suppression_list } = row
  return { distribute_removals, unsub_suppression_list, bounce_suppression_list, scomp_suppression_list }
}

function permissionsOf(row: OrganizationRow): OrganizationPermissions {
  return {
    forced_unsub_tag_mode: row.forced_unsub_tag_mode,
    virtual_mta: {
      mode: row.virtual_mta_mode,
      ...(row.virtual_mta_mode === 'select_some' && { virtual_mtas: row.virtual_mtas }),
    },
    bounce_email: {
      mode: row.bounce_email_mode,
      ...(row.bounce_email !== null && { bounce_email: row.bounce_email }),
    },
    url_domain: {
      mode: row.url_domain_mode,
      ...(row.url_domain !== null && { url_domain: row.url_domain }),
    },
    email_address: { mode: row.email_address_mode },
    special_sending_rule: { mode: row.special_sending_rule_mode },
    speed: row.speed_mode,
    can_edit_header_and_footer: row.can_edit_header_and_footer,
    can_embed_pictures: row.can_embed_pictures,
    can_attach_files: row.can_attach_files,
  }
}
