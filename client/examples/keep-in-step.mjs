// node keep-in-step.mjs LIST_ID < customers.json, an array of {"email": …, "custom_fields": {…}}
import { text } from 'node:stream/consumers'
import { createClient, retrying, updateSubscriber } from '@quiver/client'

const client = createClient({
  url: process.env.QUIVER_URL,
  credential: process.env.QUIVER_API_KEY,
  fetch: retrying(),
})
const mailing_list_id = Number(process.argv[2])

for (const { email, custom_fields } of JSON.parse(await text(process.stdin))) {
  const params = { mailing_list_id, id_or_email: email }
  const { data } = await client.call(updateSubscriber, {
    params,
    query: { create: true },
    body: { custom_fields },
  })
  console.log('in step', data.email)
}
