import { createTransport } from 'nodemailer'
import { html, text } from '../mailing.ts'

/**
 * The floor of sending: nodemailer's own pool in a loop, with the same content, without tracking and records.
 *
 *     node --import tsx bench/bare/sender.ts <port> <messages> <connections>
 */
const [port, messages, connections] = process.argv.slice(2).map(Number)
const transport = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: port ?? 0,
  secure: false,
  ignoreTLS: true,
  maxConnections: connections ?? 10,
  maxMessages: 1000,
})
let next = 0
const work = async () => {
  while (next < (messages ?? 0)) {
    next += 1
    const name = `Person ${next}`
    await transport.sendMail({
      from: { name: 'Acme', address: 'news@example.com' },
      to: `person${next}@example.com`,
      subject: `News for ${name}`,
      html: html.replaceAll('%%first_name%%', name),
      text: text.replaceAll('%%first_name%%', name),
      list: { unsubscribe: { url: `http://127.0.0.1:8080/u/${next}`, comment: '' } },
    })
  }
}
const startMs = performance.now()
// Twice the connections, so that none waits for the next message.
await Promise.all(Array.from({ length: 2 * (connections ?? 10) }, work))
console.log(JSON.stringify({ perSecond: ((messages ?? 0) * 1000) / (performance.now() - startMs) }))
transport.close()
