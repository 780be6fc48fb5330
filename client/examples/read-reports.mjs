// node read-reports.mjs > campaigns.csv
import { createClient, listAllCampaigns, records, retrying } from '@quiver/client'

const client = createClient({
  url: process.env.QUIVER_URL,
  credential: process.env.QUIVER_API_KEY,
  fetch: retrying(),
})

const quoted = (value) => `"${String(value).replaceAll('"', '""')}"`
console.log('id,name,state,sent,opened,clicked')
for await (const { id, name, dispatch, stats } of records(client, listAllCampaigns, {
  query: { per_page: 100 },
})) {
  const figures = [stats?.sent.total ?? 0, stats?.open.unique ?? 0, stats?.click.unique ?? 0]
  console.log([id, quoted(name), dispatch.state, ...figures].join(','))
}
