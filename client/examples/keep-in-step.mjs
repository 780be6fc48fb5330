// node keep-in-step.mjs LIST_ID < customers.json, an array of {"email": …, "custom_fields": {…}}
import { text } from 'node:stream/consumers'
import { ApiFailure, createClient, createSubscriber, retrying, updateSubscriber } from '@quiver/client'

const client = createClient({
  url: process.env.QUIVER_URL,
  credential: process.env.QUIVER_API_KEY,
  fetch: retrying(),
})
const mailing_list_id = Number(process.argv[2])

for (const { email, custom_fields } of JSON.parse(await text(process.stdin))) {
  try {
    const params = { mailing_list_id, id_or_email: email }
    await client.call(updateSubscriber, { params, body: { custom_fields } })
    console.log('updated', email)
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'not_found')) throw error
    await client.call(createSubscriber, { params: { mailing_list_id }, body: { email, custom_fields } })
    console.log('created', email)
  }
}
