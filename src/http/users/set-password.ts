import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LogInParts } from '../../actions/users/log-in.ts'
import { findLinkOwner, requestPasswordReset, setPasswordByLink } from '../../actions/users/set-password.ts'
import { AppError } from '../../contract/api/errors.ts'
import { checkFields } from '../../contract/api/problems.ts'
import { pagePaths } from '../../contract/users/password-link.ts'
import { accountLanguages, accountWords } from '../../contract/users/account-words/words.ts'
import { passwordInput, resetInput } from '../../contract/users/sessions.ts'
import { parseHandle } from '../../contract/values/handles.ts'
import type { Database } from '../../database/driver/connection.ts'
import {
  deadLinkPage,
  forgotPasswordPage,
  laterPage,
  linkMailedPage,
  logInPageHeaders,
  passwordPage,
  passwordSetPage,
} from '../pages/log-in.ts'
import { languageOf } from '../pages/language.ts'
import { brandAt } from '../public/pages.ts'
import type { PublicBrand } from '../../store/responses/frame.ts'
import { originOf } from '../route/open.ts'
import { refuseCrossSite } from '../route/session-auth.ts'
import { readForm } from '../server/read-body.ts'
import { createLinkCookie } from './link-cookie.ts'

type Parts = LogInParts & { database: Database; baseUrl: string }

/** Only a POST changes something, so programs that follow every link of a mail do not use it up. */
export function setPasswordPages(app: FastifyInstance, parts: Parts): void {
  const cookie = createLinkCookie(parts.baseUrl)
  void app.register(async (scope) => {
    scope.setErrorHandler(answerFault)
    scope.get(pagePaths.setPassword, (request, reply) => openLink(request, reply, parts))
    scope.post(pagePaths.setPassword, (request, reply) => takePassword(request, reply, parts))
    scope.get(pagePaths.passwordSet, async (request, reply) =>
      send(reply, 200, passwordSetPage(languageOf(request, accountLanguages))),
    )
    scope.get(pagePaths.forgotPassword, async (request, reply) =>
      send(reply, 200, forgotPasswordPage(languageOf(request, accountLanguages))),
    )
    scope.post(pagePaths.forgotPassword, (request, reply) => mailLink(request, reply, parts))
  })

  /** Moves the token to a cookie, and so out of the address bar, the history and later log lines. */
  async function openLink(request: FastifyRequest, reply: FastifyReply, { database, ...parts }: Parts) {
    const { searchParams } = new URL(request.url, 'http://localhost')
    const token = searchParams.get('token')?.trim()
    if (token !== undefined) {
      const headers = {
        ...logInPageHeaders,
        'set-cookie': cookie.set(parseHandle(token) === null ? '' : token),
      }
      return reply.status(303).headers(headers).header('location', 'set_password').send('')
    }
    const owner = await findLinkOwner(database, parts, linkOf(request))
    const language = languageOf(request, accountLanguages)
    return owner === null
      ? send(reply, 410, deadLinkPage(language))
      : send(reply, 200, passwordPage(language, shown(owner)))
  }

  function linkOf(request: FastifyRequest) {
    return { token: cookie.read(request.headers.cookie), remoteAddress: originOf(request).remoteAddress }
  }

  async function takePassword(request: FastifyRequest, reply: FastifyReply, { database, ...parts }: Parts) {
    refuseCrossSite(request)
    const form = await readForm(request, reply)
    const { token, remoteAddress } = linkOf(request)
    const owner = await findLinkOwner(database, parts, { token, remoteAddress })
    const language = languageOf(request, accountLanguages)
    if (owner === null) return send(reply, 410, deadLinkPage(language))
    try {
      const password = form.get('password') ?? ''
      if (password !== (form.get('again') ?? '')) {
        const problem = accountWords(language).notTheSame
        return send(reply, 422, passwordPage(language, { ...shown(owner), problem }))
      }
      const given = checkFields(passwordInput, { token, password })
      await setPasswordByLink(database, parts, { ...given, requestId: request.id, remoteAddress })
    } catch (error) {
      const { status, problem } = problemOf(error)
      return send(reply, status, passwordPage(language, { ...shown(owner), problem }))
    }
    return reply
      .status(303)
      .headers({ ...logInPageHeaders, 'set-cookie': cookie.set(''), location: 'password_set' })
      .send('')
  }
}

async function mailLink(request: FastifyRequest, reply: FastifyReply, { database, ...parts }: Parts) {
  refuseCrossSite(request)
  const form = await readForm(request, reply)
  const language = languageOf(request, accountLanguages)
  try {
    const { email } = checkFields(resetInput, { email: form.get('email') ?? '' })
    const { remoteAddress } = originOf(request)
    await requestPasswordReset(database.everywhere(), parts, { email, remoteAddress })
  } catch (error) {
    const { status, problem } = problemOf(error)
    return send(reply, status, forgotPasswordPage(language, problem))
  }
  return send(reply, 200, linkMailedPage(language))
}

/** The page is at `/log_in/…`. */
function shown<Owner extends { brand: PublicBrand | null }>({ brand, ...owner }: Owner) {
  return { ...owner, brand: brand === null ? null : brandAt(brand, '../') }
}

/** @throws errors that the reader cannot act on. */
function problemOf(error: unknown): { status: number; problem: string } {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  const { status, message } = error
  return { status, problem: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.` }
}

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.status(status).headers(logInPageHeaders).send(html)
}

/** Protocol errors are answered like a broken link; others are internal, and the reader can try again later. */
function answerFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof AppError ? error.status : (error.statusCode ?? 500)
  const language = languageOf(request, accountLanguages)
  if (status < 500) return send(reply, status, deadLinkPage(language))
  request.log.error({ err: error, method: request.method }, 'a page for setting the password failed')
  return send(reply.header('retry-after', '5'), 503, laterPage(language))
}
