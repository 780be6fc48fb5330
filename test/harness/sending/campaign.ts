import { campaignReportRoutes } from '../../../src/http/campaigns/reports.ts'
import { aCampaignList, complete } from './campaign-api.ts'
import { writeJobs } from './campaigns.ts'

/** A campaign with two contents that is being sent. */
export async function aSendingCampaign() {
  const list = await aCampaignList({}, campaignReportRoutes)
  const { sql, organizationId } = list
  const contents = [
    { name: 'A', subject: 'A', format: 'text', text: 'A' },
    { name: 'B', subject: 'B', format: 'text', text: 'B' },
  ]
  const { data: campaign } = (await list.create({ ...complete, contents })).body
  const { id } = campaign
  await sql`
    update campaigns set state = 'sending', started_at = now(), begins_at = now()
    where organization_id = ${organizationId} and id = ${id}`
  await writeJobs(sql)
  const [a, b] = campaign.campaign_contents.map((content) => content.id)
  if (a === undefined || b === undefined) throw new Error('the campaign has two contents')
  const path = `campaigns/${id}`
  return { ...list, id, path, a, b }
}
