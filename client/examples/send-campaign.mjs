// node send-campaign.mjs LIST_ID FROM_ADDRESS
import { setTimeout as pause } from 'node:timers/promises'
import { createCampaign, createClient, retrying, showCampaign } from '@quiver/client'

const [listId, from_email] = process.argv.slice(2)
const client = createClient({
  url: process.env.QUIVER_URL,
  credential: process.env.QUIVER_API_KEY,
  fetch: retrying(),
})

const { data: campaign } = await client.call(createCampaign, {
  params: { mailing_list_id: Number(listId) },
  body: {
    name: 'Hello',
    segmentation_criteria_ad_hoc: [],
    contents: [
      {
        subject: 'Good day',
        format: 'html',
        html: '<p>Good day. <a href="https://example.com/">Read on</a> or <a href="%%unsubscribe_link%%">leave</a>.</p>',
      },
    ],
    dispatch_attributes: { from_name: 'Example', from_email, begins_at: 'now' },
  },
})
for (;;) {
  const { data } = await client.call(showCampaign, { params: { id: campaign.id } })
  if (data.dispatch.state === 'finished' || data.dispatch.state === 'failed') {
    console.log(data.dispatch.state, `${data.stat_summary?.messages_sent} messages`)
    break
  }
  await pause(500)
}
