import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmByLink, openLink, type OpenedLink } from '../../../actions/lists/forms/confirm.ts'
import { honeypotName, emailName, controlName, type Given } from '../../../contract/lists/forms/rows.ts'
import { languageFor } from '../../../contract/responses/language.ts'
import { deadLinkPage } from '../../../contract/responses/public-pages.ts'
import { readForm } from '../../server/read-body.ts'
import { pageHeaders } from '../pages.ts'
import type { Answer } from '../repeats.ts'
import { receive, type Sent } from './receive.ts'
import type { FormParts } from './parts.ts'
import { languageOf, pathOf, showAfter, showForm, takesSubmissions } from './show.ts'

type Request = FastifyRequest<{ Params: { place: string } }>

/** `/f/<organization>-<token>`: the form. `/s/<token>`: the link of its mail, which only a POST uses up. */
export function formRoutes(app: FastifyInstance, parts: FormParts): void {
  const answering = (make: (request: Request, reply: FastifyReply) => Promise<Answer | null>) => {
    return async (request: Request, reply: FastifyReply) => {
      const answer = (await make(request, reply)) ?? (await nothing(request, parts))
      return reply
        .status(answer.status ?? 200)
        .headers(answer.headers)
        .send(answer.body)
    }
  }
  const method = ['GET', 'HEAD']
  app.route({ method, url: '/f/:place', handler: answering((request) => ask(request, parts)) })
  app.route({
    method: 'POST',
    url: '/f/:place',
    handler: answering((request, reply) => take(request, reply, parts)),
  })
  app.route({ method, url: '/s/:place', handler: answering((request) => askToConfirm(request, parts)) })
  app.route({ method: 'POST', url: '/s/:place', handler: answering((request) => confirm(request, parts)) })
}

async function nothing({ ip, headers }: Request, { hits }: FormParts): Promise<Answer> {
  await hits.admit({ token: null, address: ip })
  return {
    status: 404,
    headers: pageHeaders,
    body: deadLinkPage(languageFor(null, headers['accept-language'])),
  }
}

async function ask({ params, headers }: Request, { find, tickets }: FormParts): Promise<Answer | null> {
  const form = await find(params.place)
  if (form === null) return null
  const language = languageOf(form, headers['accept-language'])
  if (!takesSubmissions(form)) return showAfter(form, language, { kind: 'closed' })
  return showForm(form, language, { ticket: tickets.write(form) })
}

async function take(request: Request, reply: FastifyReply, parts: FormParts): Promise<Answer | null> {
  const form = await parts.find(request.params.place)
  if (form === null) return null
  const language = languageOf(form, request.headers['accept-language'])
  if (!takesSubmissions(form)) return showAfter(form, language, { kind: 'closed' })
  const values = await readForm(request, reply)
  const { sent, given } = readSent(values)
  const sql = parts.database.within(form.organizationId)
  const origin = { ip: request.ip, requestId: request.id, language }
  const received = await receive(sql, parts, { form, sent }, origin)
  switch (received.kind) {
    case 'taken': {
      const kind = form.opt_in === 'double' ? 'sent' : 'single'
      return showAfter(form, language, { kind, email: sent.email.trim() })
    }
    case 'too_many':
      return retryLater(showAfter(form, language, { kind: 'tooMany' }, { status: 429 }))
    case 'refused': {
      // The ticket keeps its time, so a person who corrects an entry does not count as too fast.
      const isOwn = ['valid', 'early'].includes(parts.tickets.read(sent.ticket, form))
      const ticket = isOwn ? sent.ticket : parts.tickets.write(form)
      return showForm(form, language, { ticket, given, problems: received.problems })
    }
    case 'again':
      return showForm(form, language, { ticket: received.ticket, given, isAgain: true })
  }
}

function retryLater(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'retry-after': '60' } }
}

function readSent(values: URLSearchParams): { sent: Sent; given: Given } {
  const all = (name: string) => values.getAll(name)
  const first = (name: string) => values.get(name) ?? ''
  const email = first(emailName)
  const consent = values.has('consent')
  const sent: Sent = {
    email,
    value: (field) => {
      const given = all(controlName(field))
      if (field.rules.field_type === 'select_multiple_checkboxes') return given
      if (field.rules.field_type === 'boolean') return given.length > 0
      return given[0]
    },
    consent,
    ticket: first('ticket'),
    work: first('work'),
    honeypot: first(honeypotName),
  }
  return { sent, given: { email, values: all, consent } }
}

async function askToConfirm({ params }: Request, parts: FormParts): Promise<Answer | null> {
  const link = parts.links.read(params.place)
  const opened = link && (await openLink(parts.database.within(link.organizationId), link))
  return opened && showLink(opened, params.place)
}

async function confirm(request: Request, parts: FormParts): Promise<Answer | null> {
  const { params, ip, id } = request
  const link = parts.links.read(params.place)
  if (link === null) return null
  const sql = parts.database.within(link.organizationId)
  const opened = await confirmByLink(sql, link, { ip, requestId: id })
  if (opened === null) return null
  const { redirect_url: location } = opened.form
  if (opened.state === 'done' && location !== '') {
    return { status: 303, headers: { ...pageHeaders, location }, body: '' }
  }
  return showLink(opened, params.place)
}

/** In the language of the form that was filled in. */
function showLink({ state, form, signUp }: OpenedLink, place: string): Answer {
  const { language } = signUp
  switch (state) {
    case 'open': {
      const { redirect_url: target } = form
      const formAction = target === '' ? undefined : new URL(target).origin
      return showAfter(
        form,
        language,
        { kind: 'confirm', email: signUp.email, action: place },
        { formAction },
      )
    }
    case 'done':
      return showAfter(form, language, { kind: 'thanks', title: form.thanks_title, text: form.thanks_text })
    case 'expired':
      return showAfter(form, language, { kind: 'expired', formUrl: `../f/${pathOf(form)}` }, { status: 410 })
    case 'closed':
      return showAfter(form, language, { kind: 'closed' })
  }
}
