// npm install standardwebhooks; WEBHOOK_SECRET=whsec_… node receive-events.mjs
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

const server = createServer(async (request, response) => {
  const body = await text(request)
  try {
    const event = webhook.verify(body, /** @type {Record<string, string>} */ (request.headers))
    console.log(JSON.stringify(event))
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
})
server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () => {
  const address = server.address()
  console.log('listening at port', typeof address === 'object' ? address.port : address)
})
