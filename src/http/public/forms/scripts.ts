import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail, succeed } from '../../../contract/api/envelope.ts'
import { AppError, notFound } from '../../../contract/api/errors.ts'
import { filled, shownFields, type ShownField } from '../../../contract/lists/forms/definition.ts'
import { controlName, emailName, honeypotName } from '../../../contract/lists/forms/rows.ts'
import { formWordsOf } from '../../../contract/lists/forms/words.ts'
import type { FormWords } from '../../../contract/lists/forms/words-en.ts'
import type { PublicForm } from '../../../store/lists/forms/public.ts'
import { workBits } from '../../../links/form-tickets.ts'
import { openBodyBytesMax, readBody } from '../../server/read-body.ts'
import { languageOf, takesSubmissions } from './show.ts'
import { receive, type Received, type Sent } from './receive.ts'
import type { FormParts } from './parts.ts'

type Request = FastifyRequest<{ Params: { place: string } }>

/** For scripts of other web sites, whose origins the form names. */
export function scriptRoutes(app: FastifyInstance, parts: FormParts): void {
  const url = '/f/:place/json'
  app.options<{ Params: { place: string } }>(url, async (request, reply) => {
    const form = await parts.find(request.params.place)
    const headers = form === null ? null : corsOf(form, request)
    if (headers === null) return reply.status(403).send('')
    const allowed = {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    }
    return reply
      .status(204)
      .headers({ ...headers, ...allowed, 'access-control-max-age': '600' })
      .send('')
  })
  app.get<{ Params: { place: string } }>(url, async (request, reply) => {
    const { form, headers } = await admitted(request, parts)
    const language = languageOf(form, request.headers['accept-language'])
    const fields = shownFields(form.fields, form.ofList)
    const data = {
      ticket: parts.tickets.write(form),
      language,
      fields: fields.map(describe),
      consent_text: form.consent_text,
      work_bits: form.proof_of_work ? workBits : 0,
    }
    return answer(reply, 200, headers, succeed(data, {}))
  })
  app.post<{ Params: { place: string } }>(url, async (request, reply) => {
    const { form, headers } = await admitted(request, parts)
    const body = await readBody(request, reply, { bodyLimit: openBodyBytesMax })
    const language = languageOf(form, request.headers['accept-language'])
    const sent = readSent(body)
    const sql = parts.database.within(form.organizationId)
    const origin = { ip: request.ip, requestId: request.id, language }
    const received = await receive(sql, parts, { form, sent }, origin)
    const words = formWordsOf(language, form.texts)
    if (received.kind === 'taken') {
      const text = form.opt_in === 'double' ? words.sentText : words.singleText
      const message = filled(text, { list: form.listName, email: sent.email.trim() })
      return answer(reply, 200, headers, succeed({ message }, {}))
    }
    const { status, error } = refusal(received, words)
    return answer(reply, status, headers, error)
  })
}

function describe(field: ShownField) {
  const { rules, label, required } = field
  return { name: controlName(field), label, type: rules.field_type, required, options: rules.options }
}

async function admitted(request: Request, parts: FormParts) {
  const form = await parts.find(request.params.place)
  if (form === null) {
    await parts.hits.admit({ token: null, address: request.ip })
    throw notFound('web form')
  }
  const headers = corsOf(form, request)
  if (headers === null) {
    throw new AppError('not_authorized', 'this origin is not among the allowed_origins of the web form', {
      status: 403,
    })
  }
  if (!takesSubmissions(form))
    throw new AppError('validation_failed', 'the web form takes no submissions', { headers })
  return { form, headers }
}

/** Programs without a browser send no origin; they meet the other limits. @returns null: another site. */
function corsOf(
  { allowed_origins: allowed }: PublicForm,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Record<string, string> | null {
  const { origin } = headers
  if (origin === undefined) return { vary: 'origin' }
  return allowed.includes(origin) ? { vary: 'origin', 'access-control-allow-origin': origin } : null
}

function readSent(body: unknown): Sent {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const fields = given['fields']
  const values = typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {}
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return {
    email: text(emailName),
    value: (field) => values[controlName(field)],
    consent: given['consent'] === true,
    ticket: text('ticket'),
    work: text('work'),
    honeypot: text(honeypotName),
  }
}

function refusal(received: Exclude<Received, { kind: 'taken' }>, words: FormWords) {
  if (received.kind === 'too_many')
    return { status: 429, error: fail('too_many_requests', words.tooManyText) }
  if (received.kind === 'again') {
    const message =
      'the ticket is too new or too old, or its work is missing: take a new one from this address'
    return { status: 422, error: fail('validation_failed', message) }
  }
  const errors = [...received.problems].map(([path, problem]) => {
    if (path === emailName) return { path, problem: words.emailWrong }
    return { path, problem: path === 'consent' ? words.consentMissing : words[problem] }
  })
  const message = errors.map(({ path, problem }) => `${path}: ${problem}`).join(' ')
  return { status: 422, error: fail('validation_failed', message, null, errors) }
}

function answer(reply: FastifyReply, status: number, headers: Record<string, string>, body: object) {
  return reply
    .status(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
