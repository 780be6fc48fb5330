import type { ConsentClause } from '../../../contract/segments/consent.ts'
import { dayMs } from '../../../contract/times/calendar.ts'
import type { Fragment, Sql } from '../../../database/driver/connection.ts'
import type { Known, Target } from '../known.ts'

/** The people of a clause about consent, by what they are looked up. */
export type ConsentSet = {
  formId: number | null
  version: number | null
  minVersion: number | null
  since: Date | null
}

export function consentSet(known: Known, clause: ConsentClause<{ id: number }>): ConsentSet {
  const { web_form: form, version, min_version: minVersion, last_days: days } = clause
  return {
    formId: form?.id ?? null,
    version: version ?? null,
    minVersion: minVersion ?? null,
    since: days === undefined ? null : new Date(known.now.getTime() - days * dayMs),
  }
}

/**
 * Rows with `subscriber_id`, several of one subscriber too. By the index `consents_subscriber`: of a whole list, or of one
 * subscriber.
 */
export function consentRows(
  sql: Sql,
  { organizationId, listId }: Pick<Target, 'organizationId' | 'listId'>,
  { formId, version, minVersion, since }: ConsentSet,
  subscriber: Fragment | null = null,
): Fragment {
  return sql`
    select c.subscriber_id from consents c
    where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId}
      ${subscriber === null ? sql`` : sql`and c.subscriber_id = ${subscriber}`}
      ${formId === null ? sql`` : sql`and c.web_form_id = ${formId}`}
      ${version === null ? sql`` : sql`and c.consent_version = ${version}`}
      ${minVersion === null ? sql`` : sql`and c.consent_version >= ${minVersion}`}
      ${since === null ? sql`` : sql`and c.given_at >= ${since}`}
      and (c.confirmed_at is not null or c.web_form_id in (
        select f.id from web_forms f
        where f.organization_id = ${organizationId} and f.mailing_list_id = ${listId} and f.opt_in = 'single'))`
}
