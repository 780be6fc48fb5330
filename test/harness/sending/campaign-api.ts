import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { templateRoutes } from '../../../src/http/campaigns/templates.ts'
import { anApi, type Actor } from '../core/api.ts'
import { aList } from '../core/records.ts'

/** What tests read of a campaign in an answer. */
export type Campaign = {
  id: number
  name: string
  segmentation_criteria_id: number | null
  segmentation_criteria_name: string | null
  campaign_contents: { id: number; name: string; subject: string }[]
  dispatch?: { state: string; paused: boolean; begins_at: string | null } & Record<string, unknown>
} & Record<string, unknown>

export const message = { subject: 'News', format: 'text', text: 'Good day.' }
export const dispatch = { from_email: 'news@example.com', begins_at: '2099-01-01T00:00:00Z' }
/** A campaign that nothing is missing of. */
export const complete = {
  name: 'Campaign',
  segmentation_criteria_ad_hoc: [],
  contents: [message],
  dispatch_attributes: dispatch,
}

/** An API with a list of organization A, and shorthands that make campaigns of it. */
export async function aCampaignList(attributes: object = {}, ...routes: Parameters<typeof anApi>) {
  const api = await anApi(campaignRoutes, templateRoutes, segmentRoutes, ...routes)
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId, attributes)
  const path = `mailing_lists/${listId}/campaigns`
  const create = (campaign: object, beside: object = {}) =>
    api.call<Campaign>('POST', path, { campaign, ...beside })
  const update = (id: number, campaign: object) => api.call<Campaign>('PUT', `campaigns/${id}`, { campaign })
  const show = async (id: number, as: Actor = api.a) =>
    (await api.call<Campaign>('GET', `campaigns/${id}`, undefined, as)).body.data
  const segment = async (name = 'Saved') =>
    (await api.call<{ id: number }>('POST', `mailing_lists/${listId}/segments`, { name, clauses: [] })).body
      .data.id
  return {
    api,
    call: api.call,
    sql: api.sql,
    organizationId,
    listId,
    path,
    create,
    update,
    show,
    segment,
  }
}
