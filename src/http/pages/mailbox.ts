import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Email } from 'postal-mime'
import { notFound } from '../../contract/api/errors.ts'
import type { Mailbox } from '../../files/mailbox.ts'
import { htmlEncode } from '../../rendering/merge.ts'
import { admitToMailbox } from './mailbox-access.ts'

const listed = 100
/** Enough for the header of a message. */
const headBytes = 32_768
const limits = { maxNestingDepth: 20, maxHeadersSize: 1_048_576 }

const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const pageHeaders = {
  ...privateHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Like a mail program: images load, scripts do not run, and the message has no origin. */
const bodyHeaders = {
  ...privateHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src http: https: data:',
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
}

type Named = { Params: { name: string } }

export function mailboxRoutes(
  app: FastifyInstance,
  { mailbox, token }: { mailbox: Pick<Mailbox, 'list' | 'read'>; token: string },
): void {
  const read = async (request: { params: Named['Params'] }) => {
    const raw = await mailbox.read(request.params.name)
    if (raw === null) throw notFound('path')
    return raw
  }
  const get = (
    path: string,
    answer: (request: FastifyRequest<Named>, reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.get<Named>(path, async (request, reply) =>
      (await admitToMailbox(request, reply, token)) ? answer(request, reply) : reply,
    )

  get('/dev/mailbox', async (_request, reply) => {
    return reply.headers(pageHeaders).send(listPage(await summariesOf(mailbox)))
  })
  get('/dev/mailbox/:name', async (request, reply) => {
    const email = await parsed(await read(request))
    return reply.headers(pageHeaders).send(messagePage(request.params.name, email))
  })
  get('/dev/mailbox/:name/html', async (request, reply) => {
    const { html } = await parsed(await read(request))
    if (html === undefined) throw notFound('path')
    return reply.headers(bodyHeaders).send(`<base target="_blank">${html}`)
  })
  get('/dev/mailbox/:name/source', async (request, reply) => {
    const headers = { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' }
    return reply.headers(headers).send(await read(request))
  })
  app.get('/mailbox.css', (_request, reply: FastifyReply) => sendStyle(reply))
}

async function sendStyle(reply: FastifyReply) {
  const style = await readFile(new URL('./mailbox.css', import.meta.url))
  return reply
    .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' })
    .send(style)
}

/** The library is loaded when a page needs it: a server in production has no mailbox. */
async function parsed(message: Buffer): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(message, limits)
}

type Summary = { name: string; email: Email }

async function summariesOf(mailbox: Pick<Mailbox, 'list' | 'read'>): Promise<Summary[]> {
  const names = await mailbox.list(listed)
  const found = await Promise.all(
    names.map(async (name) => {
      const head = await mailbox.read(name, headBytes)
      return head === null ? [] : [{ name, email: await parsed(head) }]
    }),
  )
  return found.flat()
}

function listPage(messages: readonly Summary[]): string {
  const rows = messages.map(
    ({ name, email }) => `<tr>
<td><a href="/dev/mailbox/${encodeURIComponent(name)}">${htmlEncode(email.subject?.trim() || '(no subject)')}</a></td>
<td>${htmlEncode(valueOf(email, 'delivered-to'))}</td>
<td>${htmlEncode(email.from?.address ?? '')}</td>
<td>${htmlEncode(valueOf(email, 'date'))}</td>
</tr>`,
  )
  const body =
    rows.length === 0
      ? '<p class="lead">Nothing was sent yet.</p>'
      : `<table>
<thead><tr><th>Subject</th><th>To</th><th>From</th><th>Date</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
  return page(
    'Local mailbox',
    `<p class="lead">No SMTP server is configured (<code>SMTP_URL</code>): these messages stayed here. The newest ${listed} are listed; the newest 10,000 are kept.</p>
${body}`,
  )
}

function messagePage(name: string, email: Email): string {
  const base = `/dev/mailbox/${encodeURIComponent(name)}`
  const headers = email.headers.map(
    ({ originalKey, value }) => `<dt>${htmlEncode(originalKey)}</dt><dd>${htmlEncode(value)}</dd>`,
  )
  const html =
    email.html === undefined
      ? ''
      : `<h2>HTML</h2>
<iframe src="${base}/html" title="The HTML of the message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  const text =
    email.text === undefined ? '' : `<h2>Text</h2>\n<pre tabindex="0">${htmlEncode(email.text)}</pre>`
  return page(
    htmlEncode(email.subject?.trim() || '(no subject)'),
    `<p><a href="/dev/mailbox">All messages</a> · <a href="${base}/source">Source</a></p>
${html}
${text}
<h2>Headers</h2>
<dl class="headers">${headers.join('\n')}</dl>`,
  )
}

function valueOf({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? ''
}

/** Both must be HTML-encoded. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/start.css">
<link rel="stylesheet" href="/mailbox.css">
</head>
<body>
<main class="mailbox">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}
