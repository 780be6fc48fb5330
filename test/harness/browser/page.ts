import { join } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { UserInput } from '../../../src/contract/users/input.ts'
import type { Server } from '../core/server.ts'
import { aSession, type SessionActor } from '../records/sessions.ts'
import { theBrowser } from './worker.ts'

export type PageOptions = {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** Of the browser. Default: en-GB. */
  locale?: string
  /** Default: that of a browser without a window, which the links in messages take for a machine. */
  userAgent?: string
  /** Faults that the test provokes, such as the refusal of a wrong password: those whose text matches are none. */
  expectedFaults?: readonly RegExp[]
}

/**
 * A page with cookies of its own, which ends with the test. The test fails if the page reports an error, breaks its
 * policy, gets no answer or a refusal, or asks another host.
 */
export async function aPage({ url }: Pick<Server, 'url'>, options: PageOptions = {}): Promise<Page> {
  const { width = 1280, height = 800, colorScheme = 'light', locale = 'en-GB', expectedFaults = [] } = options
  const context = await theBrowser().newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'UTC',
    ...(options.userAgent !== undefined && { userAgent: options.userAgent }),
  })
  context.setDefaultTimeout(60_000)
  const faults = watch(context, url)
  const waiting = requestsUnderWay(context)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await sayWhatIsShown(context, waiting)
      await keepPictures(context, task.name)
    }
    await context.close()
    const found = faults.filter((fault) => !expectedFaults.some((expected) => expected.test(fault)))
    if (found.length > 0) throw new Error(`The page has faults:\n${found.join('\n')}`)
  })
  return context.newPage()
}

/** @returns the requests that have no answer yet, as text, changing. */
function requestsUnderWay(context: BrowserContext): Map<Request, string> {
  const waiting = new Map<Request, string>()
  context.on('request', (request) => waiting.set(request, `${request.method()} ${request.url()}`))
  context.on('requestfinished', (request) => waiting.delete(request))
  context.on('requestfailed', (request) => waiting.delete(request))
  return waiting
}

/** Prints what the pages of a failed test show: the error of the test seldom says what it was waiting for. */
async function sayWhatIsShown(context: BrowserContext, waiting: ReadonlyMap<Request, string>): Promise<void> {
  for (const page of context.pages()) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch(() => 'nothing that can be read')
    console.error(`${page.url()} shows:\n${text.slice(0, 3_000)}`)
  }
  console.error(`requests without an answer: ${[...waiting.values()].join(', ') || 'none'}`)
}

/** What the pages of a failed test looked like, in the directory of `PICTURES`. */
async function keepPictures(context: BrowserContext, name: string): Promise<void> {
  const directory = process.env['PICTURES']
  if (directory === undefined) return
  for (const [place, page] of context.pages().entries()) {
    const path = join(
      directory,
      `failed-${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${place}-${Date.now()}.png`,
    )
    await page.screenshot({ path, fullPage: true }).catch(() => null)
  }
}

/** The same with the session of a user: by default, of an administrator of organization `a`. */
export async function aLoggedInPage(
  server: Server,
  user: number | Partial<UserInput> = { role: 'organization_admin' },
  options: PageOptions & { organizationId?: number } = {},
): Promise<{ page: Page; session: SessionActor }> {
  const session = await aSession(server, options.organizationId ?? server.a.organizationId, user)
  const page = await aPage(server, options)
  await giveCookie(page.context(), session)
  return { page, session }
}

export async function giveCookie(
  context: BrowserContext,
  { headers }: Pick<SessionActor, 'headers'>,
): Promise<void> {
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=')
  // As if over https: browsers take this host for safe, but the protocol that sets cookies does not.
  const at = { url: 'https://127.0.0.1/', secure: true, httpOnly: true, sameSite: 'Lax' as const }
  await context.addCookies([{ name, value, ...at }])
}

/** @returns the faults of the pages of this context, growing. */
export function watch(context: BrowserContext, url: string): string[] {
  const faults: string[] = []
  const { host } = new URL(url)
  // Reported to the console, too, except for a policy that only reports.
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => faults.push(`error: ${error.error().stack}`))
  context.on('request', (request) => {
    const to = new URL(request.url())
    if (!['data:', 'blob:'].includes(to.protocol) && to.host !== host)
      faults.push(`other host: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The page itself ends requests when it is left.
    if (reason !== 'net::ERR_ABORTED') faults.push(`no answer: ${request.url()} ${reason}`)
  })
  return faults
}
